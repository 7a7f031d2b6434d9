/// STL and OBJ files: the same box in every form, and files that are wrong.
#include "alembert/io/mesh/mesh_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/core/random.h"
#include "alembert/model/mesh_integrals.h"

namespace alembert::mesh_reader_test {
namespace {

/// A box with edges 2, 4, 8 around (1, 2, 4): six faces by corners numbered from 0.
const std::vector<Vec3<double>> corners{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {2, 4, 0},
                                        {0, 0, 8}, {2, 0, 8}, {0, 4, 8}, {2, 4, 8}};
const std::vector<std::array<int, 4>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

std::vector<std::array<Vec3<double>, 3>> triangles() {
  std::vector<std::array<Vec3<double>, 3>> result;
  const auto corner = [](int i) { return corners[static_cast<std::size_t>(i)]; };
  for (const auto& [a, b, c, d] : faces) {
    result.push_back({corner(a), corner(b), corner(c)});
    result.push_back({corner(a), corner(c), corner(d)});
  }
  return result;
}

std::string number(double x) { return std::to_string(x); }

std::string stl_text() {
  std::string text = "solid box facet outer loop\n";
  for (const auto& t : triangles()) {
    text += "  facet normal 0 0 nan\n    outer loop\n";
    for (const Vec3<double>& p : t)
      text += "      vertex " + number(p.x) + " +" + number(p.y) + " " + number(p.z) + "\n";
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid box\n";
}

void append(std::string& bytes, float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>((word >> (8 * i)) & 0xFFU);
}

std::string stl_binary(std::string_view head = "binary") {
  std::string bytes(head);
  bytes.resize(80, ' ');
  bytes += static_cast<char>(triangles().size());
  bytes += std::string(3, '\0');
  for (const auto& t : triangles()) {
    for (int i = 0; i < 3; ++i) append(bytes, 0.0F);
    for (const Vec3<double>& p : t)
      for (const double x : {p.x, p.y, p.z}) append(bytes, static_cast<float>(x));
    bytes += std::string(2, '\7');
  }
  return bytes;
}

std::string obj_text(bool backwards) {
  std::string text = "# a box\no box\nvn 0 0 1\r\nvt 0 0\n";
  for (const Vec3<double>& p : corners) text += "v " + number(p.x) + " " + number(p.y) + " " + number(p.z) + " 1.0\r\n";
  for (const auto& face : faces) {
    text += "f";
    for (const int i : face) text += backwards ? " " + std::to_string(i - 8) : " " + std::to_string(i + 1) + "/1/1";
    text += backwards ? " # a face\n" : "\n";
  }
  return text;
}

void expect_box(const Mesh& mesh) {
  const Mesh whole = welded(mesh);
  EXPECT_EQ(whole.corners.size(), 8U);
  EXPECT_EQ(whole.triangles.size(), 12U);
  EXPECT_FALSE(fault_of(whole));
  const Solid<double> solid = solid_of_mesh(whole);
  EXPECT_DOUBLE_EQ(solid.volume, 64.0);
  EXPECT_LE(norm(solid.center - Vec3<double>{1, 2, 4}), 1e-15);
}

TEST(MeshReader, EveryFormGivesTheSameBox) {
  expect_box(parse_stl(stl_text(), "a.stl"));
  expect_box(parse_stl(stl_binary(), "a.stl"));
  expect_box(parse_stl(stl_binary("solid, but binary all the same"), "a.stl"));
  expect_box(parse_stl(stl_binary() + "trailing bytes", "a.stl"));
  expect_box(parse_obj(obj_text(false), "a.obj"));
  expect_box(parse_obj(obj_text(true), "a.obj"));
}

TEST(MeshReader, StlTextInCapitalsAndSeveralSolids) {
  std::string text = stl_text();
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  expect_box(parse_stl(text, "a.stl"));
  EXPECT_EQ(parse_stl(stl_text() + stl_text(), "a.stl").triangles.size(), 24U);
}

TEST(MeshReader, ObjLinesMayBeContinued) {
  const Mesh mesh = parse_obj("v 0 0 \\\n 0\nv 1 0 0\nv 0 1 \\\r\n0\nf 1 \\\n 2 3\n", "a.obj");
  ASSERT_EQ(mesh.triangles.size(), 1U);
  EXPECT_EQ(mesh.corners[2].y, 1.0);
}

TEST(MeshReader, FilesAreFoundByTheirEnding) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("alembert_mesh_" + std::to_string(::getpid()));
  make_folder(folder);
  write_file(folder / "a.STL", stl_binary());
  write_file(folder / "b.obj", obj_text(false));
  write_file(folder / "c.ply", "ply");
  expect_box(read_mesh(folder / "a.STL"));
  expect_box(read_mesh(folder / "b.obj"));
  const auto code = [&](const char* name) {
    try {
      static_cast<void>(read_mesh(folder / name));
    } catch (const Error& error) {
      return error.code();
    }
    return Error::Code::cyclic;  // no error at all
  };
  EXPECT_EQ(code("c.ply"), Error::Code::unsupported);
  EXPECT_EQ(code("none.stl"), Error::Code::unreadable);
  std::filesystem::create_directory(folder / "d.stl");
  EXPECT_EQ(code("d.stl"), Error::Code::unreadable);
  EXPECT_EQ(code("/dev/null/x.stl"), Error::Code::unreadable);
  std::filesystem::remove_all(folder);
}

struct Bad {
  const char* name;
  std::string text;
  Error::Code code;
  int line;
  int column;
  const char* message;
};

void expect_error(const Bad& bad, Mesh (*parse)(std::string_view, const std::string&)) {
  SCOPED_TRACE(bad.name);
  try {
    static_cast<void>(parse(bad.text, "bad"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), bad.code) << error.what();
    EXPECT_EQ(error.at().line, bad.line) << error.what();
    EXPECT_EQ(error.at().column, bad.column) << error.what();
    EXPECT_NE(error.message().find(bad.message), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty()) << error.what();
  }
}

using enum Error::Code;
const std::string start = "solid\nfacet normal 0 0 1\nouter loop\n";

TEST(MeshReader, BadStlText) {
  const std::vector<Bad> bad{
      {"empty", "", bad_value, 0, 0, "no triangles"},
      {"nothing", "solid\nendsolid\n", bad_value, 0, 0, "no triangles"},
      {"word", "solid\nvertex 1 2 3\n", syntax, 2, 1, "'facet' or 'endsolid' expected, found 'vertex'"},
      {"no_solid", "hello there\n", syntax, 1, 1, "found 'hello'"},
      {"bad_number", start + "vertex 1 2,5 3\n", syntax, 4, 10, "the y of a corner is '2,5', not a number"},
      {"half_number", start + "vertex 1 2 3x\n", syntax, 4, 12, "'3x'"},
      {"nan", start + "vertex 1 2 nan\n", bad_value, 4, 12, "the z of a corner is 'nan'"},
      {"huge", start + "vertex 1e999 2 3\n", bad_value, 4, 8, "range"},
      {"four_corners", start + "vertex 1 2 3\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2 3\n", syntax, 7, 1,
       "'endloop' expected, found 'vertex'"},
      {"cut_short", start + "vertex 1 2", syntax, 4, 11, "the file ends where the z"},
      {"cut_short_word", start, syntax, 4, 1, "the file ends where 'vertex'"},
      {"control", start + "vertex \x01\x02 2 3", syntax, 4, 8, "the x of a corner is '?"},
  };
  for (const Bad& b : bad) expect_error(b, parse_stl);
}

TEST(MeshReader, BadStlBinary) {
  const std::string good = stl_binary();
  expect_error({"short", good.substr(0, good.size() - 1), syntax, 0, 0, "announces 12 triangles and has room for 11"},
               parse_stl);
  std::string none = good;
  none[80] = 0;
  expect_error({"none", none, bad_value, 0, 0, "no triangles"}, parse_stl);
  std::string many = good;
  many[83] = '\xff';
  expect_error({"many", many, syntax, 0, 0, "announces"}, parse_stl);
  std::string bad = good;
  for (std::size_t i = 0; i < 4; ++i) bad[84 + 50 + 12 + i] = '\xff';
  expect_error({"nan", bad, bad_value, 0, 0, "triangle 2"}, parse_stl);
}

TEST(MeshReader, BadObj) {
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::vector<Bad> bad{
      {"empty", "", bad_value, 0, 0, "no faces"},
      {"corners_only", three, bad_value, 0, 0, "no faces"},
      {"two_numbers", "v 1 2\nv 1 2 3\n", syntax, 1, 6, "the line ends where the z of a corner"},
      {"word", "v 1 two 3\n", syntax, 1, 5, "'two', not a number"},
      {"beyond", three + "f 1 2 4\n", bad_value, 4, 7, "corner '4', but there are 3 so far"},
      {"zero", three + "f 0 1 2\n", bad_value, 4, 3, "corner '0'"},
      {"back", three + "f -1 -2 -4\n", bad_value, 4, 9, "corner '-4'"},
      {"not_whole", three + "f 1 2 2.5\n", syntax, 4, 7, "'2.5', not a whole number"},
      {"slash", three + "f 1 2 /3\n", syntax, 4, 7, "'/3'"},
      {"overflow", three + "f 1 2 99999999999999999999\n", syntax, 4, 7, "not a whole number"},
      {"two_corners", three + "f 1 2\n", syntax, 4, 6, "a face has 2 corners"},
      {"above", "v 0 0 0\nf 1 2 3\nv 1 0 0\nv 0 1 0\n", bad_value, 2, 5, "there are 1 so far"},
  };
  for (const Bad& b : bad) expect_error(b, parse_obj);
}

TEST(MeshReader, GarbageIsAnErrorAndNothingElse) {
  Random random(8);
  const std::array<std::string, 4> seeds{stl_text(), stl_binary(), obj_text(false), "solid v f 1 2 3\n\\\n"};
  for (int i = 0; i < 4000; ++i) {
    std::string text = seeds[static_cast<std::size_t>(i) % seeds.size()];
    for (int k = 0; k < 1 + i % 7; ++k)
      text[static_cast<std::size_t>(random.bits() % text.size())] = static_cast<char>(random.bits() & 0xFFU);
    if (i % 3 == 0) text.resize(static_cast<std::size_t>(random.bits() % (text.size() + 1)));
    for (const auto parse : {parse_stl, parse_obj}) {
      try {
        const Mesh mesh = welded(parse(text, "garbage"));
        if (!fault_of(mesh)) static_cast<void>(solid_of_mesh(mesh));
      } catch (const Error& error) {
        EXPECT_FALSE(error.message().empty());
      }
    }
  }
}

}  // namespace
}  // namespace alembert::mesh_reader_test
