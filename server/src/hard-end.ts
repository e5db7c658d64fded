import { spawn } from 'node:child_process'

// Reads until this process has ended, and ends then with its sleep; or the sleep ends first.
const script = 'exec 3<&0; { sleep "$1"; kill -KILL "$2"; } & read -r _ <&3; kill 0'

/**
 * Kills this process if it has not ended after so many seconds. At its end Node waits for all threads, and one in a system call that
 * never returns, as on a network disk that hangs, would keep the bank for ever. Its PostgreSQL is stopped by then, or ends with it.
 */
export function endWithin(seconds: number): void {
  spawn('sh', ['-c', script, 'sh', `${seconds}`, `${process.pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}
