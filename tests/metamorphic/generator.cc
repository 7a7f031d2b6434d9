#include "metamorphic/generator.h"

#include <array>
#include <cmath>
#include <sstream>
#include <vector>

namespace alembert::metamorphic {
namespace {

/// Numbers of two decimals, as people write them.
class Dice {
 public:
  explicit Dice(Random& random) : random_(random) {}
  double number(double low, double high) { return std::round(100.0 * random_.uniform(low, high)) / 100.0; }
  int below(int count) { return static_cast<int>(random_.bits() % static_cast<std::uint64_t>(count)); }
  bool one_in(int count) { return below(count) == 0; }

  std::string point(int dimensions, double size) {
    std::ostringstream text;
    for (int i = 0; i < dimensions; ++i) text << (i == 0 ? "[" : ", ") << number(-size, size);
    return text.str() + "]";
  }
  /// Directions that are no coordinate axes, but for one in four.
  std::string direction() {
    static constexpr std::array<const char*, 3> axes{"[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"};
    if (one_in(4)) return axes[static_cast<std::size_t>(below(3))];
    std::ostringstream text;
    text << "[" << number(0.2, 1.0) << ", " << number(-1.0, 1.0) << ", " << number(-1.0, 1.0) << "]";
    return text.str();
  }
  std::string quaternion() {
    std::ostringstream text;
    text << "{ quaternion = [" << number(0.3, 1.0) << ", " << number(-1.0, 1.0) << ", " << number(-1.0, 1.0) << ", "
         << number(-1.0, 1.0) << "] }";
    return text.str();
  }

 private:
  Random& random_;
};

void write_spatial_body(std::ostringstream& out, Dice& dice, const std::string& name) {
  out << "[body." << name << "]\nmass = " << dice.number(0.5, 3.0) << "\ncenter = " << dice.point(3, 0.3)
      << "\ninertia = [" << dice.number(0.2, 0.3) << ", " << dice.number(0.2, 0.3) << ", " << dice.number(0.2, 0.3)
      << ", " << dice.number(-0.05, 0.05) << ", " << dice.number(-0.05, 0.05) << ", " << dice.number(-0.05, 0.05)
      << "]\nposition = " << dice.point(3, 1.0) << "\nrotation = " << dice.quaternion()
      << "\npoints.tip = " << dice.point(3, 0.5) << "\n";
}

void write_load(std::ostringstream& out, Dice& dice, const std::string& body) {
  out << "[force.push]\ntype = \"force\"\nbody = \"" << body << "\"\nat = " << dice.point(3, 0.3)
      << "\nvalue = [\"2*sin(3*t)\", " << dice.number(-3.0, 3.0) << ", \"-0.5*" << body << ".tip.vz\"]\n"
      << (dice.one_in(2) ? "frame = \"body\"\n" : "");
  out << "[outputs]\nheight = \"" << body << ".tip.z - 0.3*" << body << ".tip.x\"\nspeed = \"" << body << ".tip.vx^2 + "
      << body << ".tip.vy\"\npush = \"" << body << ".tip.ay\"\nspin = \"" << body << ".wx*" << body
      << ".wy\"\nenergy = \"T + V\"\n";
}

// ---- planar linkages

/// A link or slider of a linkage: where a joint may sit on it, in world coordinates as drawn.
struct Link {
  std::string name;
  double x = 0.0, y = 0.0;
};

class Linkage {
 public:
  explicit Linkage(Dice& dice) : dice_(dice) {}

  std::string text() {
    out_ << "space = \"planar\"\n";
    links_.push_back({"ground", 0.0, 0.0});
    const Link crank = add_link(0.2, 0.4);
    joint("revolute", "ground", crank.name, 0.0, 0.0);
    write_crank();
    const int loops = 1 + dice_.below(4);
    for (int i = 0; i < loops; ++i) add_dyad(i);
    if (dice_.one_in(2)) write_spring();
    out_ << "[outputs]\nx = \"" << links_.back().name << ".origin.x\"\nvy = \"" << links_.back().name
         << ".center.vy\"\nA = \"crank^2\"\nfx = \"crank.fx\"\nspin = \"" << links_[1].name << ".angle'\"\n";
    return out_.str();
  }

 private:
  /// A body drawn at a place and an angle of its own, which a joint at (x, y) in the world will hold.
  Link add_link(double x, double y) {
    const Link link{"b" + std::to_string(links_.size()), x, y};
    out_ << "[body." << link.name << "]\nmass = " << dice_.number(0.5, 2.0) << "\ninertia = " << dice_.number(0.01, 0.2)
         << "\ncenter = " << dice_.point(2, 0.2) << "\nposition = " << dice_.point(2, 0.5)
         << "\nangle = " << dice_.number(-2.0, 2.0) << "\n";
    links_.push_back(link);
    return link;
  }

  void joint(const std::string& type, const std::string& first, const std::string& second, double x, double y,
             const std::string& name = {}) {
    const std::string own = name.empty() ? (joints_ == 0 ? "crank" : "J" + std::to_string(joints_)) : name;
    ++joints_;
    out_ << "[joint." << own << "]\ntype = \"" << type << "\"\nbodies = [\"" << first << "\", \"" << second
         << "\"]\nat = [" << x << ", " << y << "]\n";
    if (dice_.one_in(3)) out_ << "damping = " << dice_.number(0.1, 0.5) << "\n";
    if (own != "crank" && dice_.one_in(5))
      out_ << "stiffness = " << dice_.number(1.0, 5.0) << "\nrest = " << dice_.number(-0.2, 0.2) << "\n";
    if (dice_.one_in(6)) out_ << "armature = " << dice_.number(0.01, 0.1) << "\n";
  }

  void write_crank() {
    if (dice_.one_in(3))
      out_ << "motion = \"" << dice_.number(1.0, 3.0) << "*t + 0.2*sin(2*t)\"\n";
    else
      out_ << "rate = " << dice_.number(0.5, 2.0)
           << "\neffort = \"0.5*cos(t) - 0.1*crank'\"\nstiffness = " << dice_.number(0.5, 2.0) << "\n";
  }

  /// Two links, or a link and a slider, between two bodies that are there: a loop more, no freedom more.
  void add_dyad(int i) {
    const Link from = links_[1 + static_cast<std::size_t>(dice_.below(static_cast<int>(links_.size()) - 1))];
    const double x = from.x + dice_.number(0.5, 1.0), y = from.y + dice_.number(-0.3, 0.5);
    const Link arm = add_link(x, y);
    joint("revolute", from.name, arm.name, from.x, from.y);
    if (i > 0 && dice_.one_in(3)) {
      const Link slider = add_link(x, y);
      joint("revolute", arm.name, slider.name, x, y);
      joint("prismatic", "ground", slider.name, x, y);
      out_ << "axis = [" << dice_.number(0.5, 1.0) << ", " << dice_.number(-0.2, 0.2) << "]\n";
      return;
    }
    const double ground_x = x + dice_.number(0.2, 0.6), ground_y = dice_.number(-0.8, -0.3);
    const Link rocker = add_link(x, y);
    joint("revolute", rocker.name, arm.name, x, y);
    joint("revolute", "ground", rocker.name, ground_x, ground_y);
  }

  void write_spring() {
    out_ << "[force.spring]\ntype = \"spring\"\npoints = [[\"ground\", [0.3, 1.5]], \"" << links_.back().name
         << ".center\"]\nstiffness = " << dice_.number(5.0, 20.0) << "\ndamping = 0.3\n";
  }

  Dice& dice_;
  std::ostringstream out_;
  std::vector<Link> links_;
  int joints_ = 0;
};

// ---- trees in space

void write_tree_joint(std::ostringstream& out, Dice& dice, int number, const std::string& parent,
                      const std::string& child) {
  static constexpr std::array<const char*, 10> types{"revolute",  "prismatic", "screw",  "cylindrical", "universal",
                                                     "spherical", "planar",    "gimbal", "free",        "fixed"};
  const std::string type = types[static_cast<std::size_t>(number == 1 ? dice.below(2) : dice.below(10))];
  out << "[joint.J" << number << "]\ntype = \"" << type << "\"\nbodies = [\"" << parent << "\", \"" << child << "\"]\n";
  const bool drawn = dice.one_in(2);
  if (type != "free")
    out << "at = " << (drawn ? dice.point(3, 0.5) : "[" + dice.point(3, 0.5) + ", " + dice.point(3, 0.5) + "]") << "\n";
  if (type == "universal")
    out << (drawn || dice.one_in(2) ? "axes = [[0.6, 0.8, 0], [-0.8, 0.6, 0]]\n" : "axes = [[1, 0, 0], [0, 3, 4]]\n");
  if (type == "planar") out << "axes = [[0.6, 0, 0.8], [0, 1, 0]]\n";
  if (type == "revolute" || type == "prismatic" || type == "screw" || type == "cylindrical")
    out << "axis = " << dice.direction() << "\n";
  if (type == "screw") out << "pitch = " << dice.number(0.05, 0.3) << "\n";
  if (type == "gimbal") out << "sequence = \"" << (dice.one_in(2) ? "zxy" : "xyz") << "\"\n";
  if (type == "free" && dice.one_in(3)) out << "sequence = \"zyx\"\n";
  if (!drawn && type != "spherical" && type != "free" && type != "universal" && type != "planar")
    out << "rotation = " << dice.quaternion() << "\n";
  if (type == "revolute" || type == "prismatic" || type == "screw")
    out << "start = " << dice.number(-0.5, 0.5) << "\nrate = " << dice.number(-1.0, 1.0)
        << "\ndamping = " << dice.number(0.1, 0.4) << "\nstiffness = " << dice.number(1.0, 5.0)
        << "\narmature = " << dice.number(0.01, 0.1) << "\neffort = \"sin(2*t) - 0.1*J" << number << "'\"\n";
  if (type == "gimbal" || type == "spherical")
    out << "rate = [0.3, -0.2, 0.5]\n" << (dice.one_in(2) ? "damping = [0.1, 0.2, 0.3]\n" : "");
  if (type == "cylindrical" || type == "universal")
    out << "start = [0.3, 0.2]\nrate = [0.4, -0.3]\nstiffness = [2, 3]\n";
}

/// Something that holds bodies of a tree besides their joints. Not every one can be assembled.
void write_tree_constraint(std::ostringstream& out, Dice& dice, const std::string& body, const std::string& other) {
  out << "[constraint.hold]\n";
  switch (dice.below(6)) {
    case 0:
      out << "type = \"distance\"\npoints = [\"" << body << ".tip\", [\"ground\", " << dice.point(3, 1.0)
          << "]]\nlength = \"" << dice.number(0.5, 1.5) << " + 0.1*sin(t)\"\n";
      break;
    case 1:
      out << "type = \"in-plane\"\npoint = \"" << body << ".tip\"\non = \"" << other
          << "\"\nplane = { point = " << dice.point(3, 0.5) << ", normal = " << dice.direction() << " }\n";
      break;
    case 2:
      out << "type = \"no-slip\"\nbody = \"" << body << "\"\nat = " << dice.point(3, 0.5)
          << "\ndirection = " << dice.direction() << "\n";
      break;
    case 3:
      out << "holonomic = \"" << body << ".tip.x*" << other << ".tip.z - 0.3*" << body << ".tip.y\"\nat_start = true\n";
      break;
    case 4: out << "pfaffian = \"" << body << ".tip.vx - 0.5*" << other << ".tip.vz*" << body << ".tip.y\"\n"; break;
    default:
      out << "type = \"rolling\"\nbody = \"" << body << "\"\n"
          << (dice.one_in(2) ? "sphere = 0.3" : "radius = 0.3\naxis = [0, 0.6, 0.8]")
          << "\nplane = { point = " << dice.point(3, 0.5) << ", normal = " << dice.direction() << " }\n";
  }
}

void write_tree_springs(std::ostringstream& out, Dice& dice, const std::string& body, const std::string& other) {
  out << "[force.spring]\ntype = \"spring\"\npoints = [\"" << body << ".tip\", \"" << other
      << ".center\"]\nstiffness = " << dice.number(5.0, 20.0) << "\ndamping = " << dice.number(0.1, 0.5)
      << "\nactuator = \"0.5*sin(t)*" << body << ".tip.x\"\n";
  if (dice.one_in(2)) out << "length = " << dice.number(0.1, 1.0) << "\n";
  out << "[force.twist]\ntype = \"torque\"\nbody = \"" << other << "\"\nvalue = [\"J1\", 0.4, \"-0.2*" << other
      << ".wz\"]\n"
      << (dice.one_in(2) ? "frame = \"body\"\n" : "") << "[states]\ne = { start = 0.1, rate = \"" << body
      << ".tip.x - e\" }\n";
}

// ---- spatial loops

/// Hinges and slides from the ground, all drawn, so that they fit as they are; returns the last body.
std::string write_arm(std::ostringstream& out, Dice& dice, const std::string& arm, int joints) {
  std::string before = "ground";
  for (int i = 1; i <= joints; ++i) {
    const std::string body = arm + std::to_string(i);
    write_spatial_body(out, dice, body);
    const bool slide = i > 1 && dice.one_in(4);
    out << "[joint.J" << body << "]\ntype = \"" << (slide ? "prismatic" : "revolute") << "\"\nbodies = [\"" << before
        << "\", \"" << body << "\"]\nat = " << dice.point(3, 1.0) << "\naxis = " << dice.direction()
        << "\ndamping = " << dice.number(0.1, 0.5) << "\n";
    before = body;
  }
  return before;
}

}  // namespace

std::string random_planar_linkage(Random& random) {
  Dice dice(random);
  return Linkage(dice).text();
}

std::string random_tree(Random& random) {
  Dice dice(random);
  std::ostringstream out;
  const int bodies = 2 + dice.below(5);
  for (int i = 1; i <= bodies; ++i) write_spatial_body(out, dice, "b" + std::to_string(i));
  for (int i = 1; i <= bodies; ++i) {
    const int parent = dice.below(i);
    write_tree_joint(out, dice, i, parent == 0 ? "ground" : "b" + std::to_string(parent), "b" + std::to_string(i));
  }
  const std::string body = "b" + std::to_string(1 + dice.below(bodies)), last = "b" + std::to_string(bodies);
  write_load(out, dice, body);
  if (dice.one_in(2)) write_tree_springs(out, dice, last, "b1");
  if (dice.one_in(2)) write_tree_constraint(out, dice, last, "b1");
  return out.str();
}

std::string random_spatial_loop(Random& random) {
  Dice dice(random);
  std::ostringstream out;
  const int freedoms = 1 + dice.below(3), joints = freedoms + 3, left = 1 + dice.below(joints - 1);
  const std::string a = write_arm(out, dice, "left", left), b = write_arm(out, dice, "right", joints - left);
  out << "[joint.ball]\ntype = \"spherical\"\nbodies = [\"" << a << "\", \"" << b << "\"]\nat = " << dice.point(3, 1.0)
      << "\n";
  write_load(out, dice, a);
  return out.str();
}

}  // namespace alembert::metamorphic
