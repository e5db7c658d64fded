import { describe, expect, test } from 'vitest'
import { countedAddress, isLoopbackAddress, networkOf } from './origin.ts'

describe('the address that rate limits count', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51000', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:0::/56'],
    ['2001:0DB8:1:02ff:ffff::1', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ab::1]:443', '2001:db8:1:200::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['203.0.113.7.evil', 'unknown'],
    ['', 'unknown'],
  ])('of %j is %j', (ip, counted) => {
    expect(countedAddress(ip)).toBe(counted)
  })

  test('a /48 counts as 256 addresses, not as its 65,536 networks', () => {
    const counted = new Set(
      Array.from({ length: 65_536 }, (_, at) => countedAddress(`2001:db8:1:${at.toString(16)}::1`)),
    )
    expect(counted.size).toBe(256)
  })
})

test('the network kept with a session is the /24 or the /64, without a port', () => {
  expect(['198.51.100.9:80', '[2001:db8:1:2:3::4]:80', 'nonsense'].map(networkOf)).toEqual([
    '198.51.100.0/24',
    '2001:db8:1:2::/64',
    'unknown',
  ])
})

test('loopback is 127.0.0.0/8 and ::1 in every spelling, and no name', () => {
  expect(
    ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '[::1]:80', '127.0.0.1:99'].map(isLoopbackAddress),
  ).toEqual(Array(6).fill(true))
  expect(['127.evil.example', '128.0.0.1', 'localhost', '::2'].map(isLoopbackAddress)).toEqual(
    Array(4).fill(false),
  )
})
