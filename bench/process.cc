#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "timing.h"

namespace alembert::bench {
namespace {

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

/// Starts a program with these ends as standard input, output and error; -1 keeps ours.
pid_t start(const std::vector<std::string>& arguments, int in, int out, int error) {
  std::vector<char*> words;
  for (const std::string& a : arguments) words.push_back(const_cast<char*>(a.c_str()));
  words.push_back(nullptr);
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("no process");
  if (pid > 0) return pid;
  if (in >= 0) dup2(in, STDIN_FILENO);
  if (out >= 0) dup2(out, STDOUT_FILENO);
  if (error >= 0) dup2(error, STDERR_FILENO);
  execv(words[0], words.data());
  _exit(127);
}

void wait_for(pid_t pid, Finished& finished) {
  int status = 0;
  rusage usage{};
  finished.good = wait4(pid, &status, 0, &usage) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  finished.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments) {
  Finished finished;
  const Pipe pipe = make_pipe();
  const double began = wall_seconds();
  const pid_t pid = start(arguments, -1, pipe.write_end, pipe.write_end);
  close(pipe.write_end);
  std::array<char, 65536> buffer{};
  for (ssize_t got = 0; (got = read(pipe.read_end, buffer.data(), buffer.size())) > 0;)
    finished.output.append(buffer.data(), static_cast<std::size_t>(got));
  wait_for(pid, finished);
  finished.seconds = wall_seconds() - began;
  close(pipe.read_end);
  return finished;
}

Finished run_in_copy(const std::function<void()>& work) {
  Finished finished;
  std::fflush(stdout);
  const double began = wall_seconds();
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("no process");
  if (pid == 0) {
    try {
      work();
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      _exit(1);
    }
    _exit(0);
  }
  wait_for(pid, finished);
  finished.seconds = wall_seconds() - began;
  return finished;
}

Worker::Worker(const std::vector<std::string>& arguments) {
  signal(SIGPIPE, SIG_IGN);  // a worker that has ended is noticed by its missing answer
  const Pipe questions = make_pipe(), answers = make_pipe();
  pid_ = start(arguments, questions.read_end, answers.write_end, -1);
  close(questions.read_end);
  close(answers.write_end);
  to_ = questions.write_end;
  from_ = answers.read_end;
}

Worker::~Worker() { stop(); }

void Worker::stop() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::optional<std::string> Worker::ask(const std::string& line, double timeout_seconds) {
  if (pid_ < 0) return {};
  const std::string question = line + "\n";
  for (std::size_t done = 0; done < question.size();) {
    const ssize_t put = write(to_, question.data() + done, question.size() - done);
    if (put <= 0) return stop(), std::nullopt;
    done += static_cast<std::size_t>(put);
  }
  const double end = wall_seconds() + timeout_seconds;
  std::array<char, 65536> buffer{};
  for (;;) {
    const std::size_t newline = rest_.find('\n');
    if (newline != std::string::npos) {
      const std::string answer = rest_.substr(0, newline);
      rest_.erase(0, newline + 1);
      return answer;
    }
    pollfd ready{from_, POLLIN, 0};
    const int milliseconds = static_cast<int>(1e3 * std::max(0.0, end - wall_seconds()));
    const ssize_t got = poll(&ready, 1, milliseconds) > 0 ? read(from_, buffer.data(), buffer.size()) : 0;
    if (got <= 0) return stop(), std::nullopt;
    rest_.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace alembert::bench
