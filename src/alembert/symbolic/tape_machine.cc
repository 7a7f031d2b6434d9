#include "alembert/scalar/dual.h"
#include "alembert/scalar/interval.h"
#include "alembert/scalar/pack.h"
#include "alembert/scalar/scalar.h"
#include "alembert/symbolic/tape_machine.impl.h"

namespace alembert {

template class TapeMachine<double>;
template class TapeMachine<Enclosure>;
template class TapeMachine<Pack<4>>;
template class TapeMachine<Pack<8>>;
template class TapeMachine<Dual<8>>;
template class TapeMachine<Dual<8, Dual<1>>>;

}  // namespace alembert
