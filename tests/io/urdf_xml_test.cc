/// Elements and attributes of XML files, and where they stand.
#include <gtest/gtest.h>

#include "alembert/io/urdf/xml_document.h"

namespace alembert::urdf_xml_test {
namespace {

XmlElement parsed(std::string_view text) { return parse_xml(text, "f.xml"); }

TEST(XmlDocument, ElementsAndAttributesKnowTheirPlaces) {
  const XmlElement root = parsed("<?xml version=\"1.0\"?>\n<a>\n  <b  x = '1'\n     y=\"2 3\"/><c/>\n</a>\n");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.place, (Place{2, 1}));
  ASSERT_EQ(root.children.size(), 2U);
  const XmlElement& b = root.children[0];
  EXPECT_EQ(b.place, (Place{3, 3}));
  ASSERT_EQ(b.attributes.size(), 2U);
  EXPECT_EQ(b.attributes[0].place, (Place{3, 7}));
  EXPECT_EQ(b.attributes[0].value_place, (Place{3, 12}));
  EXPECT_EQ(b.attributes[1].place, (Place{4, 6}));
  EXPECT_EQ(b.attributes[1].value_place, (Place{4, 9}));
  EXPECT_EQ(b.find("y")->value, "2 3");
  EXPECT_EQ(b.find("z"), nullptr);
  EXPECT_EQ(b.at(*b.find("y")).line, 4);
  EXPECT_EQ(root.children[1].place, (Place{4, 15}));
}

TEST(XmlDocument, ColumnsCountCharacters) {
  const XmlElement root = parsed("<a n='\xC3\xA4\xE2\x82\xAC' m='1'/>");
  EXPECT_EQ(root.attributes.at(0).value, "\xC3\xA4\xE2\x82\xAC");
  EXPECT_EQ(root.attributes.at(1).place.column, 11);
}

TEST(XmlDocument, ReferencesThatXmlKnowsAreReplaced) {
  const XmlElement root = parsed("<a n='&lt;&gt;&amp;&quot;&apos;&#65;&#x42;' m=\"it's\"/>");
  EXPECT_EQ(root.attributes.at(0).value, "<>&\"'AB");
  EXPECT_EQ(root.attributes.at(1).value, "it's");
}

TEST(XmlDocument, CommentsAndInstructionsAreLeftOut) {
  const XmlElement root =
      parsed("<!DOCTYPE a><!-- <x/> --><a>text<!-- <y n='1'/> --><?go on?><![CDATA[<z/>]]><b/>&unknown;</a>");
  ASSERT_EQ(root.children.size(), 1U);
  EXPECT_EQ(root.children[0].name, "b");
}

TEST(XmlDocument, ElementsHaveTheirText) {
  const XmlElement root = parsed("<a>\n <b> 50 </b><c/>after</a>");
  EXPECT_EQ(root.children.at(0).text, " 50 ");
  EXPECT_EQ(root.children.at(1).text, "");
  EXPECT_EQ(root.text, "after");
}

TEST(XmlDocument, AcceptsAByteOrderMarkAndDosLineEnds) {
  const XmlElement root = parsed("\xEF\xBB\xBF<a>\r\n <b/>\r\n</a>\r\n");
  EXPECT_EQ(root.place, (Place{1, 1}));
  EXPECT_EQ(root.children.at(0).place, (Place{2, 2}));
}

TEST(XmlDocument, DepthUpToTheLimitIsRead) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "<a>";
  for (int i = 0; i < 64; ++i) text += "</a>";
  const XmlElement root = parsed(text);
  int depth = 1;
  for (const XmlElement* e = &root; !e->children.empty(); e = &e->children[0]) ++depth;
  EXPECT_EQ(depth, 64);
}

}  // namespace
}  // namespace alembert::urdf_xml_test
