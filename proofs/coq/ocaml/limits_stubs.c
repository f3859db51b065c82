/* Limits of this process: seconds of a processor, and bytes of memory. */
#include <sys/resource.h>
#include <caml/mlvalues.h>

value limit_process(value seconds, value bytes)
{
  struct rlimit time = { Long_val(seconds), Long_val(seconds) };
  struct rlimit memory = { Long_val(bytes), Long_val(bytes) };
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &memory);
  return Val_unit;
}
