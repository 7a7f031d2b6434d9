// Questions to a RobotState in any order and in several threads.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "workbench/robot_questions.h"

namespace alembert::robot_questions_test {
namespace {

class RobotAnswers : public testing::EachRobot {};
INSTANTIATE_TEST_SUITE_P(Robots, RobotAnswers, testing::each_robot(), testing::robot_test_name);

using testing::Numbers;
using testing::Question;
using testing::questions;
using testing::some_state;

/// Answers of a state that has been asked nothing else.
Numbers fresh_answer(const Robot& robot, const Question& question, double seed) {
  Numbers q, v, x, answer(question.size(robot));
  some_state(robot, seed, q, v, x);
  RobotState state(robot);
  state.set(q, v);
  question.ask(state, x, answer);
  return answer;
}

// What an earlier question leaves behind is what the later one would have computed, up to rounding.
void expect_same(const Numbers& a, const Numbers& b, const std::string& what) {
  double scale = 0.0, worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    scale = std::fmax(scale, std::fabs(a[i]));
    const double error = std::fabs(a[i] - b[i]);
    worst = error <= worst ? worst : error;  // NaN counts
  }
  EXPECT_LE(worst, 1e-12 * scale) << what;
}

TEST_P(RobotAnswers, DoNotDependOnEarlierQuestions) {
  const Robot r = robot();
  RobotState state(r);
  Numbers q, v, x, other_q, other_v, other_x;
  some_state(r, 0.3, q, v, x);
  some_state(r, 5.0, other_q, other_v, other_x);
  std::vector<Numbers> expected, answers;
  for (const Question& question : questions()) expected.push_back(fresh_answer(r, question, 0.3));
  answers = expected;
  for (std::size_t before = 0; before < questions().size(); ++before) {
    for (std::size_t i = 0; i < questions().size(); ++i) {
      // Everything is known at another state: nothing of it may survive set().
      state.set(other_q, other_v);
      for (std::size_t k = 0; k < questions().size(); ++k) questions()[k].ask(state, other_x, answers[k]);
      state.set(q, v);
      questions()[before].ask(state, x, answers[before]);
      questions()[i].ask(state, x, answers[i]);
      expect_same(expected[i], answers[i], std::string(questions()[i].name) + " after " + questions()[before].name);
    }
  }
}

TEST_P(RobotAnswers, AreTheSameInEveryThread) {
  const Robot r = robot();
  constexpr int states = 50;
  // Each thread makes a state of its own and asks everything at every state, in its own order of states.
  const auto work = [&](bool backwards, Numbers& sums) {
    RobotState state(r);
    Numbers q, v, x, answer;
    sums.assign(states, 0.0);
    for (int k = 0; k < states; ++k) {
      const int i = backwards ? states - 1 - k : k;
      some_state(r, 0.1 * i, q, v, x);
      state.set(q, v);
      for (const Question& question : questions()) {
        answer.resize(question.size(r));
        question.ask(state, x, answer);
        for (const double a : answer) sums[static_cast<std::size_t>(i)] += a;
      }
    }
  };
  Numbers alone, first, second;
  work(false, alone);
  std::thread a([&] { work(false, first); }), b([&] { work(true, second); });
  a.join();
  b.join();
  EXPECT_EQ(first, alone);
  EXPECT_EQ(second, alone);
}

}  // namespace
}  // namespace alembert::robot_questions_test
