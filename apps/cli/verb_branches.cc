#include <cstdio>

#include "alembert/workbench/answers/branch_output.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {

int branches_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const std::vector<StartChange> changes = workbench.start_changes(args.t);
  print_start_changes(workbench, changes);
  const Branches branches = [&] {
    const ProgressLine line;
    return workbench.branches(args.hold_list, args.t);
  }();
  if (!workbench.held_spins().empty())
    std::fprintf(stderr, "alembert: held, because it moves nothing else: the spin of %s\n",
                 workbench.held_spins().c_str());
  print(args.json ? branches_json(workbench, branches, changes) : branches_text(workbench, branches));
  return 0;
}

}  // namespace alembert::cli
