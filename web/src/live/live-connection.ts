import {
  type Change,
  closedForGood,
  heartbeat,
  heartbeatMilliseconds,
  type LiveMessage,
  livePath,
} from '@bank/contract/live/live-message'
import { reconnectDelay } from './reconnect-delay.ts'

type Heard = {
  /** From here on nothing is missed; what was answered before may be out of date. */
  readonly onListening: () => void
  readonly onChanges: (changes: readonly Change[]) => void
  /** The connection is gone, and is being opened again. */
  readonly onLost: () => void
  /** The bank does not want it back: the session has ended. */
  readonly onEnded: () => void
}

/**
 * Keeps a live connection to the bank open, and gives what closes it. A lost one is opened again, unless the bank has
 * closed it for good. One on which nothing comes any more, not even the answer to a heartbeat, is lost.
 */
export function openLiveConnection({ onListening, onChanges, onLost, onEnded }: Heard): () => void {
  let socket: WebSocket | undefined
  let attempts = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let pulse: ReturnType<typeof setInterval> | undefined
  let hasHeard = false

  function connect(): void {
    const opened = new WebSocket(address())
    socket = opened
    hasHeard = true
    opened.onmessage = ({ data }) => hear(JSON.parse(data) as LiveMessage)
    opened.onclose = ({ code }) => lose(code)
    pulse = setInterval(() => {
      if (!hasHeard) return give(opened)
      hasHeard = false
      if (opened.readyState === WebSocket.OPEN) opened.send(heartbeat)
    }, heartbeatMilliseconds)
  }

  function hear(message: LiveMessage): void {
    hasHeard = true
    if (message.type === 'changed') onChanges(message.changes)
    if (message.type !== 'listening') return
    attempts = 0
    onListening()
  }

  /** Does not wait for the goodbye of somebody who has gone silent. */
  function give(silent: WebSocket): void {
    silent.onclose = null
    silent.close()
    lose(0)
  }

  function lose(code: number): void {
    socket = undefined
    clearInterval(pulse)
    if (code === closedForGood) {
      close()
      onEnded()
    } else {
      onLost()
      waiting = setTimeout(connect, reconnectDelay(attempts++))
    }
  }

  /** Whoever comes back to the page, or to the network, does not wait for the next attempt. */
  function hurry(): void {
    if (socket || document.hidden || !navigator.onLine) return
    clearTimeout(waiting)
    connect()
  }

  function close(): void {
    window.removeEventListener('online', hurry)
    document.removeEventListener('visibilitychange', hurry)
    clearTimeout(waiting)
    clearInterval(pulse)
    if (socket) leave(socket)
  }

  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  connect()
  return close
}

/** A connection that is still coming about is closed when it has: a browser complains of one that is given up before. */
function leave(socket: WebSocket): void {
  socket.onclose = null
  socket.onmessage = null
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

function address(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${livePath}`
}
