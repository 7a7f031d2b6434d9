// After set-up, nothing that a Robot or a RobotState does takes memory: operator new fails, and is not called.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "workbench/robot_questions.h"

namespace {
/// While this is set, the thread must not allocate.
thread_local bool memory_is_closed = false;
thread_local int forbidden_allocations = 0;

constexpr std::align_val_t plain{alignof(std::max_align_t)};

void* take_or_null(std::size_t size, std::align_val_t alignment) noexcept {
  if (memory_is_closed) {
    ++forbidden_allocations;
    return nullptr;
  }
  const std::size_t block = std::max(static_cast<std::size_t>(plain), static_cast<std::size_t>(alignment));
  return std::aligned_alloc(block, std::max(size + (block - size % block) % block, block));
}
void* take(std::size_t size, std::align_val_t alignment) {
  if (void* p = take_or_null(size, alignment)) return p;
  throw std::bad_alloc();
}

class ClosedMemory {
 public:
  ClosedMemory() { memory_is_closed = true; }
  ~ClosedMemory() { memory_is_closed = false; }
  ClosedMemory(const ClosedMemory&) = delete;
  ClosedMemory& operator=(const ClosedMemory&) = delete;
};
}  // namespace

// All forms, because sanitizers bring their own. Not inlined, where g++ 12 would see pairs of new and free that do not
// match.
using Size = std::size_t;
using Align = std::align_val_t;
using Quiet = const std::nothrow_t&;
[[gnu::noinline]] void* operator new(Size n) { return take(n, plain); }
[[gnu::noinline]] void* operator new[](Size n) { return take(n, plain); }
[[gnu::noinline]] void* operator new(Size n, Align a) { return take(n, a); }
[[gnu::noinline]] void* operator new[](Size n, Align a) { return take(n, a); }
[[gnu::noinline]] void* operator new(Size n, Quiet) noexcept { return take_or_null(n, plain); }
[[gnu::noinline]] void* operator new[](Size n, Quiet) noexcept { return take_or_null(n, plain); }
[[gnu::noinline]] void* operator new(Size n, Align a, Quiet) noexcept { return take_or_null(n, a); }
[[gnu::noinline]] void* operator new[](Size n, Align a, Quiet) noexcept { return take_or_null(n, a); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, Size) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, Size) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, Align) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, Align) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, Size, Align) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, Size, Align) noexcept { std::free(p); }

namespace alembert::no_allocation_test {
namespace {

using testing::Numbers;
using testing::Question;
using testing::questions;

class ClosedMemoryTest : public testing::EachRobot {};
INSTANTIATE_TEST_SUITE_P(Robots, ClosedMemoryTest, testing::each_robot(), testing::robot_test_name);

TEST_P(ClosedMemoryTest, NothingAllocatesAfterSetUp) {
  const Robot r = robot();
  RobotState state(r);
  Numbers q, v, x, qdot(r.nq()), dq(r.nv());
  testing::some_state(r, 0.7, q, v, x);
  const PlanFrame frame = testing::some_frame(r);
  std::vector<Numbers> answers;
  for (const Question& question : questions()) answers.emplace_back(question.size(r));
  forbidden_allocations = 0;
  {
    const ClosedMemory closed;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      state.set(q, v);
      for (const TwistFrame as : {TwistFrame::world, TwistFrame::body, TwistFrame::mixed})
        state.add_force(frame, {{1, 2, 3}, {4, 5, 6}}, as);
      questions()[i].ask(state, x, answers[i]);
    }
    r.step(q, v, qdot);
    r.difference(q, qdot, dq);
    r.coordinate_rates(q, v, qdot);
    r.normalize(q);
    static_cast<void>(r.frame("ground"));
  }
  EXPECT_EQ(forbidden_allocations, 0);
}

TEST(ClosedMemory, IsClosed) {
  forbidden_allocations = 0;
  bool refused = false;
  {
    const ClosedMemory closed;
    try {
      Numbers numbers(3);
      numbers[0] = 1.0;
    } catch (const std::bad_alloc&) {
      refused = true;
    }
  }
  EXPECT_TRUE(refused);
  EXPECT_EQ(forbidden_allocations, 1);
}

}  // namespace
}  // namespace alembert::no_allocation_test
