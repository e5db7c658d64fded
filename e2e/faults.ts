import { type ConsoleMessage, expect, type Page } from '@playwright/test'

export type FaultWatch = {
  /** From now on the journey itself causes this message in the console. */
  tolerate: (pattern: RegExp) => void
  /** Asserts that no other fault occurred. */
  expectNone: () => void
}

/** Listens to a page from now on: errors and warnings in the console, broken policies, requests that leave the bank. */
export function watchForFaults(page: Page): FaultWatch {
  const faults: string[] = []
  const tolerated: RegExp[] = []
  const home = new URL(process.env.BANK_URL!).origin

  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isRefusal(message, page)) return
    if (!tolerated.some((pattern) => pattern.test(message.text()))) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home) faults.push(`left the bank: ${request.url()}`)
  })
  return {
    tolerate: (pattern) => tolerated.push(pattern),
    expectNone: () =>
      expect(faults, 'errors in the console, broken policies and requests that left the bank').toEqual([]),
  }
}

/** The browser reports every 4xx answer as an error. At the bank's endpoints, and at an unknown page, it is expected. */
function isRefusal(message: ConsoleMessage, page: Page): boolean {
  const { pathname, href } = new URL(message.location().url || page.url())
  // A live connection that a page opens after its session has ended.
  if (
    /^WebSocket connection to '\S+\/api\/live' failed: .*( 4\d\d|Authentication failed; .*)$/.test(
      message.text(),
    )
  ) {
    return true
  }
  const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
  return refused && (pathname.startsWith('/api/') || href === page.url())
}
