#include "sympy.h"

#include <stdexcept>

namespace alembert::bench {

Sympy::Sympy(const Options& options) {
  if (options.python.empty()) return;
  const std::filesystem::path script = options.source / "bench" / "sympy_n_pendulum.py";
  worker_ = std::make_unique<Worker>(std::vector<std::string>{options.python.string(), script.string()});
  const std::optional<Json> about = ask({{"about", true}}, limit_seconds);
  if (!about) throw std::runtime_error(options.python.string() + " has no SymPy: install python3-sympy");
  version_ = about->at("sympy").get<std::string>() + " (Python " + about->at("python").get<std::string>() + ")";
}

std::optional<Json> Sympy::ask(const Json& question, double limit) {
  const auto answer = worker_ ? worker_->ask(question.dump(), limit) : std::nullopt;
  if (!answer) return {};
  return Json::parse(*answer);
}

std::optional<double> Sympy::derive(std::size_t n, const std::string& route) {
  const std::optional<Json> answer = ask({{"derive", n}, {"route", route}}, limit_seconds);
  if (!answer) return {};
  return answer->at("seconds").get<double>();
}

std::optional<std::vector<Dynamics>> Sympy::evaluate(const std::vector<std::vector<double>>& states) {
  const std::optional<Json> answer = ask({{"evaluate", states}}, 2.0 * limit_seconds);
  if (!answer) return {};
  std::vector<Dynamics> all;
  for (const Json& one : *answer)
    all.push_back({one.at("M").get<std::vector<double>>(), one.at("C").get<std::vector<double>>(),
                   one.at("g").get<std::vector<double>>()});
  return all;
}

}  // namespace alembert::bench
