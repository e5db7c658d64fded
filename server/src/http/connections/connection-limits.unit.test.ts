import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, test } from 'vitest'
import { limitConnections } from './connection-limits.ts'

function openServer({ rateLimits = true, trustProxy = [] as string[], filesMax = 16_384 } = {}) {
  const server = new EventEmitter() as Server
  const noted: string[] = []
  const noteCutOff = (...note: string[]) => void noted.push(note.join(' '))
  limitConnections(server, { rateLimits, trustProxy }, noteCutOff, filesMax)
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, isEnded: false, destroy: () => {} })
    socket.destroy = () => {
      socket.isEnded = true
    }
    server.emit('connection', socket)
    return socket
  }
  return {
    server,
    noted,
    connectFrom,
    /** How many of so many connections are ended at once. */
    endedOf: (count: number, address: string) =>
      Array.from({ length: count }, () => connectFrom(address)).filter(({ isEnded }) => isEnded).length,
  }
}

test('an address has at most 1,000 connections, until one of them is closed, and another address is not affected', () => {
  const { connectFrom, endedOf, noted } = openServer()
  const first = connectFrom('203.0.113.1')
  expect([endedOf(999, '203.0.113.1'), endedOf(5, '203.0.113.1')]).toEqual([0, 5])
  expect(endedOf(5, '203.0.113.2')).toBe(0)
  first.emit('close')
  expect(endedOf(2, '203.0.113.1')).toBe(1)
  expect(noted).toEqual(Array(6).fill('too_many_connections 203.0.113.1'))
})

test('the connections of an IPv6 /56 and of a mapped IPv4 address count together', () => {
  const { endedOf } = openServer()
  expect([endedOf(1_000, '2001:db8::1'), endedOf(1, '2001:db8:0:ff::2')]).toEqual([0, 1])
  expect([endedOf(1_000, '203.0.113.1'), endedOf(1, '::ffff:203.0.113.1')]).toEqual([0, 1])
})

test.each([
  ['loopback', '127.0.0.1', []],
  ['loopback over IPv6', '::1', ['loopback']],
  ['a trusted proxy', '10.0.0.2', ['10.0.0.2']],
  ['a trusted range', '10.1.2.3', ['loopback', '10.1.0.0/16']],
  ['a trusted range, mapped into IPv6', '::ffff:10.1.2.3', ['10.1.0.0/16']],
  ['a trusted range of IPv6', 'fd00:1::7', ['fd00:1::/32']],
])('the connections of %s are those of all callers', (_, address, trustProxy) => {
  const { endedOf } = openServer({ trustProxy })
  expect(endedOf(1_001, address)).toBe(0)
  expect(endedOf(1_001, '203.0.113.1')).toBe(1)
})

test('without rate limits an address has as many connections as the process', () => {
  expect(openServer({ rateLimits: false }).endedOf(1_001, '203.0.113.1')).toBe(0)
})

test('a process that may open 96 files has 32 connections, an address four, and 64 files are left to its own work', () => {
  const { server, endedOf } = openServer({ filesMax: 96 })
  expect(server.maxConnections).toBe(32)
  expect(endedOf(5, '203.0.113.1')).toBe(1)
})
