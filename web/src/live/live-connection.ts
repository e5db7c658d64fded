import {
  type Change,
  closedForGood,
  heartbeat,
  heartbeatMilliseconds,
  type LiveMessage,
  livePath,
} from '@bank/contract/live/live-message'
import { reconnectDelay } from './reconnect-delay.ts'

type LiveHandlers = {
  /** From here on nothing is missed; earlier answers may be out of date. */
  readonly onListening: () => void
  readonly onChanges: (changes: readonly Change[]) => void
  /** The connection is lost, and is being opened again. */
  readonly onLost: () => void
  /** The bank has closed it for good: the session has ended. */
  readonly onEnded: () => void
}

/**
 * Keeps a live connection to the bank open, and returns what closes it. A lost connection is opened again, unless the bank has
 * closed it for good. A connection is lost, too, when a heartbeat is not answered.
 */
export function openLiveConnection({ onListening, onChanges, onLost, onEnded }: LiveHandlers): () => void {
  let socket: WebSocket | undefined
  let attempts = 0
  let reconnecting: ReturnType<typeof setTimeout> | undefined
  let pulse: ReturnType<typeof setInterval> | undefined
  let isAlive = false

  function connect(): void {
    const opened = new WebSocket(address())
    socket = opened
    isAlive = true
    opened.onmessage = ({ data }) => receive(JSON.parse(data) as LiveMessage)
    opened.onclose = ({ code }) => lose(code)
    pulse = setInterval(() => {
      if (!isAlive) return abandon(opened)
      isAlive = false
      if (opened.readyState === WebSocket.OPEN) opened.send(heartbeat)
    }, heartbeatMilliseconds)
  }

  function receive(message: LiveMessage): void {
    isAlive = true
    if (message.type === 'changed') onChanges(message.changes)
    if (message.type !== 'listening') return
    attempts = 0
    onListening()
  }

  /** Does not wait for the closing handshake of a bank that does not answer. */
  function abandon(silent: WebSocket): void {
    leave(silent)
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
      reconnecting = setTimeout(connect, reconnectDelay(attempts++))
    }
  }

  /** A user who comes back to the page or to the network does not wait for the next attempt. */
  function reconnectNow(): void {
    if (socket || document.hidden || !navigator.onLine) return
    clearTimeout(reconnecting)
    connect()
  }

  function close(): void {
    window.removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', reconnectNow)
    clearTimeout(reconnecting)
    clearInterval(pulse)
    if (socket) leave(socket)
  }

  window.addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  connect()
  return close
}

/** A connection that is not open yet is closed once it is: closing it before makes the browser log an error. */
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
