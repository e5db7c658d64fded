import type { LiveMessage } from '@bank/contract/live/live-message'
import { vi } from 'vitest'

/** One connection that the page has opened. */
export type StubbedSocket = {
  readonly address: string
  readonly sent: string[]
  readonly isClosed: () => boolean
  /** The connection has come about. */
  readonly open: () => void
  /** The bank says something. */
  readonly say: (message: LiveMessage) => void
  /** The connection is closed, by the bank or by a fault on the way. */
  readonly end: (code: number) => void
}

/** Stands in for the browser's WebSocket. Gives every connection that is opened, in order. */
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
