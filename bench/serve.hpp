// One command a line in, one line of JSON out, so that another process can time its work and ours in turn.
#pragma once

#include <iosfwd>

namespace l21::internal::bench {

// Until the end of `in`:
//   load NAME FILE | drop NAME | save NAME FILE      tables
//   fit NAME KEY=VALUE... | components NAME FILE     see Session
//   peak | reset-peak                                peak memory of this process, in bytes
//   idle [SECONDS]                                   waits, so long at most, until the CPUs are idle
//   versions | options                               what runs here; the names in option_table() and their choices
// A command that fails answers {"error": "..."}, and the loop goes on.
void serve(std::istream& in, std::ostream& out);

}  // namespace l21::internal::bench
