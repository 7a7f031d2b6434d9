/// Places for errors that come from below where files are known.
#pragma once
#include "alembert/core/error.h"

namespace alembert {

/// What `read` gives; an Error of it that has no place gets this one: formulas do not know where they were written.
/// Files that cannot be read are named in the message.
template <class Read>
decltype(auto) placed(const Source& at, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (!error.at().file.empty() || error.code() == Error::Code::unreadable) throw;
    throw Error(error.code(), error.message(), at, error.hint());
  }
}

}  // namespace alembert
