import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { callingPage, cookieHeader } from './cookie-fetch.ts'

/** A connection that a page has opened. */
export type PageSocket = {
  readonly isClosed: () => boolean
  /** The types of the messages it has received, in order. */
  readonly heard: string[]
}

/**
 * Makes `WebSocket` send the origin and the cookies of the calling page, like a browser, and gives the client the parts of
 * `window` that it uses to listen. Returns the connections as they are opened. `vi.unstubAllGlobals` takes it back.
 */
export function stubWebSocketWithCookies(): PageSocket[] {
  const sockets: PageSocket[] = []
  class CookieSocket extends WebSocket {
    constructor(address: string) {
      const page = callingPage()
      super(address, { headers: page ? { origin: page.origin, cookie: cookieHeader(page) } : {} })
      const heard: string[] = []
      sockets.push({ heard, isClosed: () => this.readyState === WebSocket.CLOSED })
      this.on('message', (data) => heard.push(JSON.parse(String(data)).type))
      // A browser throws nothing when a page does not listen to errors.
      this.on('error', () => {})
    }
  }
  vi.stubGlobal('WebSocket', CookieSocket)
  vi.stubGlobal('window', {
    setTimeout,
    setInterval: (work: () => void, milliseconds: number) => setInterval(work, milliseconds).unref(),
    clearInterval,
    localStorage: { getItem: () => null },
  })
  return sockets
}
