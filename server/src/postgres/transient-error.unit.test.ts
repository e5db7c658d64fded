import { describe, expect, test } from 'vitest'
import { isLostConnection, isServerFailure, isTransientError } from './transient-error.ts'

/** An error as the driver gives it. */
const error = (code: string | undefined, message = 'refused') =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

describe('work is retried on the same connection after', () => {
  for (const [code, what] of [
    ['40001', 'a conflict of serialisation'],
    ['40P01', 'a deadlock'],
    ['55P03', 'a lock that could not be had in time'],
    ['57014', 'a statement that was ended for its time'],
    ['53000', 'a lack of something'],
    ['53100', 'a full disk'],
    ['53200', 'a lack of memory'],
    ['53300', 'too many connections'],
  ]) {
    test(`${what} (${code})`, () => {
      expect([isTransientError(error(code)), isLostConnection(error(code))]).toEqual([true, false])
    })
  }
})

test('a read-only disk fails any commit and may be mended, a missing right on a table does neither', () => {
  const disk = error('42501', 'could not open file "base/16384/16695": Read-only file system')
  expect([isTransientError(disk), isServerFailure(disk), isLostConnection(disk)]).toEqual([true, true, false])
  const right = error('42501', 'permission denied for table postings')
  expect([isTransientError(right), isServerFailure(right)]).toEqual([false, false])
})

describe('work is retried on a new connection after', () => {
  for (const [code, message] of [
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P03', 'the database system is starting up'],
    ['57P05', 'terminating connection due to idle-session timeout'],
    ['25P03', 'terminating connection due to idle-in-transaction timeout'],
    ['25006', 'cannot execute INSERT in a read-only transaction'],
    ['08000', 'connection exception'],
    ['08001', 'could not connect'],
    ['08003', 'connection does not exist'],
    ['08006', 'connection failure'],
    ['08P01', 'protocol violation'],
    ['ECONNREFUSED', 'connect ECONNREFUSED'],
    ['ECONNRESET', 'read ECONNRESET'],
    ['EPIPE', 'write EPIPE'],
    ['ENOENT', 'connect ENOENT'],
    ['ETIMEDOUT', 'connect ETIMEDOUT'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Connection terminated due to connection timeout'],
    [undefined, 'timeout expired'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'Query read timeout'],
    [undefined, 'received invalid response: 7a'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'Client was closed and is not queryable'],
  ] as const) {
    test(`${message} (${code ?? 'no code'})`, () => {
      expect([isTransientError(error(code, message)), isLostConnection(error(code, message))]).toEqual([
        true,
        true,
      ])
    })
  }
})

describe('work is not retried after', () => {
  for (const [code, what] of [
    ['22012', 'a batch whose own proof failed'],
    ['22021', 'a character the database does not take'],
    ['23505', 'an id that is taken'],
    ['23514', 'a balance below its floor'],
    ['25P02', 'a transaction that had failed before'],
    ['42501', 'a lack of rights'],
    ['42P01', 'a table that is not there'],
    ['58030', 'a disk that cannot be read'],
    ['XX000', 'a fault inside the server'],
    ['ERR_INVALID_ARG_TYPE', 'a fault of our own'],
    [undefined, 'an error without a code'],
  ] as const) {
    test(`${what} (${code ?? 'no code'})`, () => {
      expect([isTransientError(error(code)), isLostConnection(error(code))]).toEqual([false, false])
    })
  }

  test('a value that is not an error', () => {
    expect([isTransientError('57P01'), isLostConnection(undefined)]).toEqual([false, false])
  })
})
