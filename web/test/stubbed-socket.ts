import type { LiveMessage } from '@bank/contract/live/live-message'
import { vi } from 'vitest'

/** A connection that the page has opened. */
export type StubbedSocket = {
  readonly address: string
  readonly sent: string[]
  readonly isClosed: () => boolean
  /** Opens the connection. */
  readonly open: () => void
  /** Sends a message of the bank. */
  readonly say: (message: LiveMessage) => void
  /** Closes the connection. */
  readonly end: (code: number) => void
}

/** Replaces the browser's WebSocket by a stub. Returns the opened connections, in order. */
export function stubSockets(): StubbedSocket[] {
  const opened: StubbedSocket[] = []
  function open(this: Partial<WebSocket>, address: string) {
    const sent: string[] = []
    let isClosed = false
    const socket = Object.assign(this, {
      readyState: 0,
      send: (text: string) => void sent.push(text),
      close: () => {
        isClosed = true
      },
    })
    opened.push({
      address,
      sent,
      isClosed: () => isClosed,
      open: () => {
        socket.readyState = 1
        socket.onopen?.call(socket as WebSocket, new Event('open'))
      },
      say: (message) =>
        socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify(message) } as MessageEvent),
      end: (code) => {
        isClosed = true
        socket.onclose?.call(socket as WebSocket, { code } as CloseEvent)
      },
    })
  }
  vi.stubGlobal('WebSocket', Object.assign(open, { CONNECTING: 0, OPEN: 1 }))
  return opened
}
