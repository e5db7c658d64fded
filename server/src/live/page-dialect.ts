import { closedForGood, heartbeat, type LiveMessage } from '@bank/contract/live/live-message'
import type { Dialect } from './dialect.ts'

// Three times what a browser sends between two heartbeats: its own one, and the pong to the bank's.
const receivedMax = 6

const onlyHeartbeats = { closing: 'Only heartbeats are accepted' }

/** The dialect of the bank's own pages, which send heartbeats only. */
export const pageDialect: Dialect = {
  receivedMax,
  receivedPerHeartbeat: receivedMax,
  tooMany: onlyHeartbeats,
  replyTo: (text) =>
    text === heartbeat ? { message: { type: 'alive' } satisfies LiveMessage } : onlyHeartbeats,
  listening: () => ({ type: 'listening' }) satisfies LiveMessage,
  changed: (rows) => {
    const changes = new Map(
      rows.map(({ collection, id, account }) => [
        `${collection} ${id} ${account}`,
        { collection, id, ...(account !== undefined && { account }) },
      ]),
    )
    return [{ type: 'changed', changes: [...changes.values()] } satisfies LiveMessage]
  },
  sessionEndCode: closedForGood,
}
