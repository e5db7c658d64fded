import { parseRealtimeMessage, type RealtimeMessage } from '@bank/contract/gateway/realtime/realtime-message'
import { closedForNow } from '../live/connections.ts'
import type { Dialect, Reply } from '../live/dialect.ts'
import type { hostedUser } from './account-models.ts'
import { documentEvents, eventMessage } from './realtime-events.ts'

/** Null for a visitor. */
type User = ReturnType<typeof hostedUser> | null

/** The channels of each subscription of a connection, by the subscription's id. */
export type Subscriptions = ReadonlyMap<string, readonly string[]>

// Three a minute are the client's heartbeats and three the pongs to the bank's; the others change the subscriptions.
const receivedMax = 60
// A heartbeat is sent every 20 seconds.
const receivedPerHeartbeat = 20

// More than a page shows. With the longest names the channels of a connection take 20 kB.
const channelsMax = 100
const nameLengthMax = 200

/** The refusal that makes clients stop: early versions read the message, later ones the code of the closing. */
export function refusal(message: string): Reply {
  return { message: realtimeError(1008, message), closing: message }
}

function realtimeError(code: number, message: string): object {
  return { type: 'error', data: { code, message } }
}

/** The refusal of too many channels; undefined when there are not too many. */
export function refusalOf(subscriptions: Subscriptions): Reply | undefined {
  let count = 0
  for (const [id, channels] of subscriptions) {
    // A subscription without a channel takes memory, too.
    count += Math.max(1, channels.length)
    if (count > channelsMax || [id, ...channels].some((name) => name.length > nameLengthMax)) {
      return refusal(`At most ${channelsMax} channels of ${nameLengthMax} characters are allowed`)
    }
  }
  return undefined
}

/**
 * The dialect of the hosted backend's clients. Until version 24 they name their channels in the address, from 25 on in
 * messages.
 */
export function openRealtimeDialect({
  addressed,
  user,
  settingsCollection,
  clock,
}: {
  /** The subscriptions in the address. */
  addressed: Subscriptions
  user: User
  settingsCollection: string
  /** Milliseconds since 1970. */
  clock: () => number
}): Dialect {
  let subscriptions = addressed
  // A client knows the ids of its subscriptions only when it is connected.
  let isConnected = false
  return {
    receivedMax,
    receivedPerHeartbeat,
    tooMany: refusal(`At most ${receivedMax} messages a minute are allowed`),
    replyTo(text) {
      const reply = replyTo(parseRealtimeMessage(text), subscriptions)
      subscriptions = reply.subscriptions ?? subscriptions
      return reply
    },
    listening() {
      isConnected = true
      return connected(subscriptions, user)
    },
    changed(changes) {
      if (!isConnected || user === null) return []
      const now = new Date(clock())
      return documentEvents(changes, { ownerId: user.$id, settingsCollection })
        .map((event) => eventMessage(event, subscriptions, now))
        .filter((message) => message !== undefined)
    },
    sessionEndCode: closedForNow,
  }
}

function connected(subscriptions: Subscriptions, user: User): object {
  const channels = [...new Set([...subscriptions.values()].flat())]
  const idOfSlot = Object.fromEntries(Array.from(subscriptions.keys(), (id) => [id, id]))
  return { type: 'connected', data: { channels, subscriptions: idOfSlot, user } }
}

/** The reply to a message, and the subscriptions after it where they change. */
function replyTo(
  message: RealtimeMessage | undefined,
  subscriptions: Subscriptions,
): Reply & { subscriptions?: Subscriptions } {
  switch (message?.type) {
    case 'ping':
      return { message: { type: 'pong' } }
    case 'subscribe': {
      const asked = message.data.map(({ subscriptionId, channels }) => [subscriptionId, channels] as const)
      const next = new Map([...subscriptions, ...asked])
      const rows = message.data.map((row) => ({ ...row, queries: [] }))
      return refusalOf(next) ?? { ...response('subscribe', rows), subscriptions: next }
    }
    case 'unsubscribe': {
      const next = new Map(subscriptions)
      const rows = message.data.map(({ subscriptionId }) => {
        return { subscriptionId, removed: next.delete(subscriptionId) }
      })
      return { ...response('unsubscribe', rows), subscriptions: next }
    }
    case 'authentication':
      return { message: realtimeError(1003, 'A connection is signed in by its session cookie only') }
    case undefined:
      return { message: realtimeError(1003, 'Message format is not valid') }
  }
}

function response(to: string, subscriptions: readonly object[]): Reply {
  return { message: { type: 'response', data: { to, success: true, subscriptions } } }
}
