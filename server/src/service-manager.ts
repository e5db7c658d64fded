import { execFile } from 'node:child_process'

/** Tells systemd how the bank is, where a unit of `Type=notify` has started it; does nothing elsewhere. */
export type ServiceManager = {
  /** From now on it also tells, until the end, that the bank is alive, as long as `isAlive` says so. */
  readonly ready: (isAlive: () => Promise<unknown>) => void
  readonly stopping: () => void
}

/**
 * systemd listens on a datagram socket, which Node cannot write to. So its own command does, which needs `NotifyAccess=all` in the
 * unit (docs/decisions/0087-the-service-manager-is-told-by-its-command.md).
 */
export function openServiceManager({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv): ServiceManager {
  if (NOTIFY_SOCKET === undefined) return { ready: () => {}, stopping: () => {} }
  const notify = (state: string) => execFile('systemd-notify', [state], () => {})
  let watching: NodeJS.Timeout | undefined
  return {
    ready: (isAlive) => {
      notify('READY=1')
      const milliseconds = Number(WATCHDOG_USEC) / 1_000
      if (!(milliseconds > 0)) return
      // A timer, so that a blocked event loop is silent, too. Two of three may fail.
      watching = setInterval(() => {
        isAlive().then(
          () => notify('WATCHDOG=1'),
          () => {},
        )
      }, milliseconds / 3).unref()
    },
    stopping: () => {
      clearInterval(watching)
      notify('STOPPING=1')
    },
  }
}
