/** What a run has opened, closed in the opposite order. */
export type Closing = {
  readonly add: (close: () => unknown) => void
  /** Closes all that was added; may be called again. What cannot be closed is said and does not stop the rest. */
  readonly closeAll: () => Promise<void>
  /** True once closing has begun: what fails then fails because of it. */
  readonly hasBegun: () => boolean
}

/** Closes everything on Ctrl-C too, which npm passes on a second time: that changes nothing. */
export function openClosing(): Closing {
  const closers: (() => unknown)[] = []
  let closing: Promise<void> | undefined

  async function closeEach(): Promise<void> {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close()
      } catch (error) {
        console.error(error)
      }
    }
  }

  function closeAll(): Promise<void> {
    closing ??= closeEach()
    return closing
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void closeAll().then(() => process.exit(130)))
  }
  return {
    add: (close) => closers.push(close),
    closeAll,
    hasBegun: () => closing !== undefined,
  }
}
