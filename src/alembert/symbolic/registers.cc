#include "alembert/symbolic/registers.h"

#include <algorithm>
#include <array>

namespace alembert {
namespace {

bool is_temporary(std::uint32_t r) { return r < input_mark; }

std::array<std::uint32_t*, 3> fields(Instruction& i) { return {&i.a, &i.b, &i.c}; }

std::size_t count_temporaries(const std::vector<Instruction>& program) {
  std::size_t count = 0;
  for (const Instruction& i : program) {
    count = std::max<std::size_t>(count, i.out + 1);
    if (i.op == TapeOp::sincos) count = std::max<std::size_t>(count, i.b + 1);
  }
  return count;
}

}  // namespace

int operands(TapeOp op) {
  switch (op) {
    case TapeOp::add:
    case TapeOp::subtract:
    case TapeOp::multiply:
    case TapeOp::divide:
    case TapeOp::power:
    case TapeOp::atan2:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal: return 2;
    case TapeOp::select: return 3;
    default: return 1;
  }
}

void drop_unused(std::vector<Instruction>& program, const std::vector<std::uint32_t>& outputs) {
  std::vector<bool> needed(count_temporaries(program), false);
  const auto need = [&](std::uint32_t r) {
    if (is_temporary(r)) needed[r] = true;
  };
  for (const std::uint32_t r : outputs) need(r);
  std::vector<Instruction> kept;
  kept.reserve(program.size());
  for (auto it = program.rbegin(); it != program.rend(); ++it) {
    Instruction i = *it;
    if (i.op == TapeOp::sincos && needed[i.out] != needed[i.b]) {  // only one of the two is read
      i = needed[i.out] ? Instruction{TapeOp::sin, i.out, i.a, 0, 0} : Instruction{TapeOp::cos, i.b, i.a, 0, 0};
    }
    if (!needed[i.out]) continue;
    for (int k = 0; k < operands(i.op); ++k) need(*fields(i)[static_cast<std::size_t>(k)]);
    kept.push_back(i);
  }
  std::ranges::reverse(kept);
  program = std::move(kept);
}

std::size_t assign_registers(std::vector<Instruction>& program, std::vector<std::uint32_t>& outputs,
                             const RegisterMap& map) {
  constexpr std::size_t forever = ~std::size_t{0};
  std::vector<std::size_t> last_use(count_temporaries(program), 0);
  for (std::size_t at = 0; at < program.size(); ++at)
    for (int k = 0; k < operands(program[at].op); ++k)
      if (const std::uint32_t r = *fields(program[at])[static_cast<std::size_t>(k)]; is_temporary(r)) last_use[r] = at;
  for (const std::uint32_t r : outputs)
    if (is_temporary(r)) last_use[r] = forever;

  const std::uint32_t first = map.constants + map.inputs;
  std::vector<std::uint32_t> real(last_use.size(), 0), idle;
  std::uint32_t used = 0;
  const auto place = [&](std::uint32_t r) {
    if (r >= constant_mark) return r - constant_mark;
    if (r >= input_mark) return map.constants + (r - input_mark);
    return first + real[r];
  };
  const auto open = [&](std::uint32_t r) {
    if (idle.empty()) {
      real[r] = used++;
    } else {
      real[r] = idle.back();
      idle.pop_back();
    }
    return first + real[r];
  };
  for (std::size_t at = 0; at < program.size(); ++at) {
    Instruction& i = program[at];
    const Instruction before = i;
    for (int k = 0; k < operands(i.op); ++k) {
      std::uint32_t& r = *fields(i)[static_cast<std::size_t>(k)];
      r = place(r);
    }
    // Operands are read before results are written, so a result may take the place of an operand that ends here.
    std::array<std::uint32_t, 3> read{before.a, before.b, before.c};
    for (int k = 0; k < operands(i.op); ++k) {
      const std::uint32_t r = read[static_cast<std::size_t>(k)];
      const bool repeated = std::find(read.begin(), read.begin() + k, r) != read.begin() + k;
      if (is_temporary(r) && last_use[r] == at && !repeated) idle.push_back(real[r]);
    }
    i.out = open(before.out);
    if (i.op == TapeOp::sincos) i.b = open(before.b);
  }
  for (std::uint32_t& r : outputs) r = place(r);
  return first + used;
}

}  // namespace alembert
