// The equation sheet: all forms, terms with signs and owners, and what happens to large models.
#include "alembert/workbench/report/report_equations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace alembert::report_equations_test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::string example(const std::string& name) { return std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name; }

std::string model_file(const std::string& name, const std::string& text) {
  const fs::path file = fs::path(::testing::TempDir()) / name;
  std::ofstream(file) << text;
  return file.string();
}

EquationSheet sheet_of(const std::string& file) {
  Workbench workbench(file);
  SheetOptions options;
  options.budget = report_budget(workbench);
  return equation_sheet(workbench, options);
}

const SheetForm& form(const EquationSheet& sheet, const std::string& name) {
  const auto found = std::ranges::find(sheet.forms, name, &SheetForm::form);
  EXPECT_NE(found, sheet.forms.end()) << name;
  return *found;
}

const SheetEquation& equation(const SheetForm& form, const std::string& name) {
  for (const SheetItem& item : form.items)
    if (const auto* e = std::get_if<SheetEquation>(&item); e != nullptr && e->name == name) return *e;
  throw std::runtime_error("no equation " + name);
}

const SheetMatrix& matrix(const SheetForm& form, const std::string& name) {
  for (const SheetItem& item : form.items)
    if (const auto* m = std::get_if<SheetMatrix>(&item); m != nullptr && m->name == name) return *m;
  throw std::runtime_error("no matrix " + name);
}

Names texts(const std::vector<SheetTerm>& terms) {
  Names result;
  for (const SheetTerm& term : terms) result.push_back(term.text);
  std::ranges::sort(result);
  return result;
}

TEST(EquationSheetTest, RodAndRollerHasEveryForm) {
  const EquationSheet sheet = sheet_of(example("rod-roller.toml"));
  ASSERT_EQ(sheet.forms.size(), 13U);
  EXPECT_EQ(sheet.coordinates, (Names{"A", "B"}));
  EXPECT_EQ(sheet.bodies, (Names{"rod", "roller"}));
  for (const SheetForm& f : sheet.forms) {
    EXPECT_EQ(f.why_not, "") << f.form;
    EXPECT_EQ(f.used, f.form == "recursive") << f.form;
    EXPECT_FALSE(f.title.empty() || f.about.empty() || f.items.empty()) << f.form;
  }
}

TEST(EquationSheetTest, NewtonsLawForTheRod) {
  // Forces of ground and roller on the rod: m2 x'' = A.fx - B.fx, m2 y'' = A.fy - B.fy - m2 g
  const EquationSheet sheet = sheet_of(example("rod-roller.toml"));
  const SheetForm& newton = form(sheet, "newton-euler");
  const SheetEquation &x = equation(newton, "motion of rod.x"), &y = equation(newton, "motion of rod.y");
  EXPECT_EQ(texts(x.left), (Names{"-A.fx", "B.fx", "m2*rod.x''"}));
  EXPECT_EQ(texts(x.right), Names{});
  EXPECT_EQ(texts(y.left), (Names{"-A.fy", "B.fy", "m2*rod.y''"}));
  EXPECT_EQ(texts(y.right), Names{"-m2*g"});
  for (const SheetTerm& term : x.left) {
    EXPECT_EQ(term.of, (term.text == "B.fx" ? Names{"rod", "roller"} : Names{"rod"})) << term.text;
    if (term.text == "-A.fx") {
      EXPECT_EQ(term.latex, "-\\text{A.fx}");
    }
  }
  // A line is drawn where the rows of the joints and the columns of the reactions begin.
  const SheetMatrix& S = matrix(newton, "S");
  EXPECT_EQ(S.row_lines, std::vector<int>{6});
  EXPECT_EQ(S.column_lines, std::vector<int>{6});
}

TEST(EquationSheetTest, PendulumGivenByItsEnergies) {
  const EquationSheet sheet = sheet_of(model_file("sheet-pendulum.toml", R"toml(
[parameters]
m = 2
l = 0.5
g = 9.81
[coordinates]
th = 1
[energy]
kinetic   = "m*l^2*th'^2/2"
potential = "-m*g*l*cos(th)"
)toml"));
  const SheetForm& lagrange = form(sheet, "lagrange");
  EXPECT_TRUE(lagrange.used);
  const SheetEquation& motion = equation(lagrange, "th");  // m l^2 th'' + m g l sin(th) = 0
  ASSERT_EQ(motion.left.size(), 2U);
  EXPECT_EQ(motion.left[0].latex, "m l^{2} \\ddot{\\mathrm{th}}");
  EXPECT_EQ(motion.left[1].text, "m*g*l*sin(th)");
  EXPECT_TRUE(motion.right.empty());
  EXPECT_EQ(motion.left[0].of, Names{"th"});
  const std::string why = form(sheet, "newton-euler").why_not;
  EXPECT_NE(why.find("bodies"), std::string::npos) << why;
  EXPECT_EQ(why.find("--form"), std::string::npos) << why;
}

TEST(EquationSheetTest, LargeModelsSayThatTheyAreTooLarge) {
  const EquationSheet sheet = sheet_of(example("humanoid.toml"));
  ASSERT_EQ(sheet.forms.size(), 13U);
  for (const SheetForm& f : sheet.forms) {
    EXPECT_TRUE(f.items.empty()) << f.form;
    EXPECT_TRUE(f.why_not.starts_with("too large to read: ")) << f.why_not;
    EXPECT_NE(f.why_not.find("`alembert derive humanoid.toml --form " + f.form + "`"), std::string::npos) << f.why_not;
  }
}

TEST(EquationSheetTest, MatricesThatNobodyReadsShowWhereTheyAreNotZero) {
  Workbench workbench(example("arm-7.toml"));
  SheetOptions options;
  options.forms = {"recursive"};
  const EquationSheet sheet = equation_sheet(workbench, options);
  ASSERT_EQ(sheet.forms.size(), 1U);
  const SheetMatrix& M = matrix(sheet.forms[0], "M");
  EXPECT_EQ(M.rows, 7);
  EXPECT_EQ(M.columns, 7);
  EXPECT_FALSE(M.entries.empty());
  for (const SheetMatrix::Entry& entry : M.entries) EXPECT_FALSE(entry.term.has_value());
  EXPECT_GT(sheet.forms[0].operations, 1000U);
}

TEST(EquationSheetTest, OptionsReachTheFormsThatTheyBelongTo) {
  Workbench workbench(example("four-bar.toml"));
  SheetOptions options;
  options.forms = {"subsystem", "embedded"};
  options.request.cut = {"no such joint"};
  EXPECT_THROW(equation_sheet(workbench, options), Error);
  options.request.cut = {"none"};
  EXPECT_EQ(equation_sheet(workbench, options).forms.size(), 2U);
}

}  // namespace
}  // namespace alembert::report_equations_test
