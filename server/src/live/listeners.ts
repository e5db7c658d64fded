import { Refusal } from '../refusal.ts'
import type { Listener } from './listener.ts'

/** Everybody with a live connection to this process. */
export type Listeners = {
  /** Throws `too_many_attempts` when this user or address has as many as they may, and `busy` when everybody has. */
  readonly requireRoom: (who: { userId: string; address: string | undefined }) => void
  readonly add: (listener: Listener) => void
  /** Whoever is not there is not there afterwards, too. */
  readonly remove: (listener: Listener) => void
  readonly all: () => ReadonlySet<Listener>
  readonly ofUser: (userId: string) => ReadonlySet<Listener>
  readonly ofAccount: (accountId: bigint) => ReadonlySet<Listener>
}

// As many windows as somebody keeps open; as many people as one office has at one address; as many sockets as one
// process has memory for, at about 20 kB each.
const ofUserMax = 5
const ofAddressMax = 50
const everybodyMax = 5_000

export function openListeners(): Listeners {
  const everybody = new Set<Listener>()
  const byUser = openGroups<string>()
  const byAccount = openGroups<bigint>()
  const byAddress = openGroups<string>()

  return {
    requireRoom({ userId, address }) {
      if (everybody.size >= everybodyMax) throw new Refusal('busy')
      const isFull =
        byUser.of(userId).size >= ofUserMax ||
        (address !== undefined && byAddress.of(address).size >= ofAddressMax)
      if (isFull) throw new Refusal('too_many_attempts', { limit: 'live', minutes: 1, retryAfterSeconds: 60 })
    },
    add(listener) {
      const { session, address } = listener
      everybody.add(listener)
      byUser.add(session.userId, listener)
      byAccount.add(session.accountId, listener)
      if (address !== undefined) byAddress.add(address, listener)
    },
    remove(listener) {
      const { session, address } = listener
      everybody.delete(listener)
      byUser.remove(session.userId, listener)
      byAccount.remove(session.accountId, listener)
      if (address !== undefined) byAddress.remove(address, listener)
    },
    all: () => everybody,
    ofUser: byUser.of,
    ofAccount: byAccount.of,
  }
}

const nobody: ReadonlySet<Listener> = new Set()

/** Listeners by something they have in common. */
function openGroups<Key>() {
  const groups = new Map<Key, Set<Listener>>()
  return {
    of: (key: Key): ReadonlySet<Listener> => groups.get(key) ?? nobody,
    add(key: Key, listener: Listener): void {
      const group = groups.get(key)
      if (group) group.add(listener)
      else groups.set(key, new Set([listener]))
    },
    remove(key: Key, listener: Listener): void {
      const group = groups.get(key)
      group?.delete(listener)
      if (group?.size === 0) groups.delete(key)
    },
  }
}
