/// The certificate as JSON and in words.
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "alembert/analysis/certificate/certificate.h"
#include "alembert/system/assembly/stated_start.h"

namespace alembert {

/// Keys: verdict, passed, states (asked for), compared (states that were), seed, checks (name, residual, tolerance,
/// passed, applies, note), start_changes; `passed` of a check that was not done is null. The same for `alembert check
/// --json` and for pages.
nlohmann::ordered_json certificate_json(const Certificate& certificate, const CertifyOptions& options,
                                        const std::vector<StartChange>& start_changes);

/// "passed", "failed" or "incomplete".
const char* verdict_word(const Certificate& certificate);

/// "passed", "FAILED", "not done" or "not applicable".
std::string result_word(const Check& check);

/// "24 passed, 2 not done, 1 not applicable, at 21 states".
std::string certificate_summary(const Certificate& certificate);

}  // namespace alembert
