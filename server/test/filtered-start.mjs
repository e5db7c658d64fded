// Preloaded with --import: sets the system-call filter SYSTEM_CALL_FILTER (seccomp-bpf, base64) for this process, as systemd
// does, and starts its program again, which is then under the filter from its first instruction. server/test/system-call-filter.ts
import koffi from 'koffi'

const setNoNewPrivileges = 38
const setFilter = 22
const byProgram = 2

const { SYSTEM_CALL_FILTER, NODE_OPTIONS: _, ...env } = process.env
const filter = Buffer.from(SYSTEM_CALL_FILTER, 'base64')
koffi.struct('sock_fprog', { len: 'uint16_t', filter: 'uint8_t *' })
const prctl = koffi
  .load(null)
  .func('int prctl(int option, unsigned long a, sock_fprog *b, unsigned long c, unsigned long d)')
const isSet =
  prctl(setNoNewPrivileges, 1, null, 0, 0) === 0 &&
  prctl(setFilter, byProgram, { len: filter.length / 8, filter }, 0, 0) === 0
if (!isSet) throw new Error(`The kernel does not take the filter (errno ${koffi.errno()}).`)
process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env)
