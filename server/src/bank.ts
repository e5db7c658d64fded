import type { DemoPeopleView } from '@bank/contract/sessions/view'
import { openSecurityWatch, type SecurityWatch } from './audit/security-watch.ts'
import { type Books, openBooks } from './books/books.ts'
import type { Config } from './config/config.ts'
import { type Keys, openKeys } from './keys/secret-key.ts'
import { type LiveUpdates, openLiveUpdates } from './live/live-updates.ts'
import { type MeasuredBooks, measureBooks } from './metrics/measured-books.ts'
import { type BreachedPasswords, openBreachedPasswords } from './passwords/breached-passwords.ts'
import { openPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts'
import type { Database } from './postgres/database.ts'
import { type ImageEncoder, openImageEncoder } from './profile/image-encoder.ts'
import { openOneAtATime } from './sessions/one-at-a-time.ts'
import { openSessionLookup, type SessionLookup } from './sessions/session-lookup.ts'
import { findWatchedSessions } from './sessions/watched-session.ts'

/** The parts the program is made of. */
export type Bank = {
  readonly config: Config
  readonly db: Database
  readonly books: Books
  /** What the books have done, in numbers. */
  readonly measures: MeasuredBooks['measures']
  readonly keys: Keys
  readonly passwords: PasswordHasher
  readonly breachedPasswords: BreachedPasswords
  readonly encodeAvatar: ImageEncoder
  readonly sessions: SessionLookup
  readonly live: LiveUpdates
  /** What was refused for the bank's safety, until it is written. */
  readonly securityWatch: SecurityWatch
  /** Tries of one person's secret, one after the other. */
  readonly oneAtATime: ReturnType<typeof openOneAtATime>
  /** Whose file is on its way to them, by user id: one at a time. */
  readonly exportsUnderWay: Set<string>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Who can be tried, in demo mode. */
  demoPeople: DemoPeopleView['people']
  /** Answers what is under way, then lets go of the database, whose own connections stay open. */
  readonly close: () => Promise<void>
}

/** Puts the bank together over its database. Throws one line when a setting does not fit what it finds. */
export async function openBank({
  config,
  db,
  clock = Date.now,
}: {
  config: Config
  db: Database
  clock?: () => number
}): Promise<Bank> {
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswordsFile)
  const keys = await openKeys(db, config, new Date(clock()))
  const { books, measures } = measureBooks(await openBooks({ db, pinKey: keys.pinKey, clock }))
  const sessions = openSessionLookup(db)
  const live = openLiveUpdates({
    db,
    clock,
    readSessions: (ids) => findWatchedSessions(db, config, ids, new Date(clock())),
  })
  return {
    config,
    db,
    books,
    measures,
    keys,
    passwords: openPasswordHasher(keys.passwordPepper, keys.firstId),
    breachedPasswords,
    encodeAvatar: openImageEncoder(),
    sessions,
    live,
    securityWatch: openSecurityWatch(),
    oneAtATime: openOneAtATime(),
    exportsUnderWay: new Set(),
    clock,
    demoPeople: [],
    close: async () => {
      await live.close()
      await books.close()
      await sessions.close()
      await breachedPasswords.close()
    },
  }
}
