import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../call.ts'
import type { SentCookies } from './cookies.ts'
import { isOwnName } from './same-origin.ts'

/** Where a request comes from. What only few verbs need is computed when they read it. */
export function originOf({ ip, headers, socket }: FastifyRequest, sent?: SentCookies): Origin {
  return {
    ip,
    get network() {
      return networkOf(ip)
    },
    userAgent: headers['user-agent'] ?? '',
    get isLoopback() {
      const isForwarded = forwardingHeaders.some((name) => name in headers)
      return !isForwarded && isLoopbackAddress(socket.remoteAddress ?? '') && isOwnName(headers.host)
    },
    deviceTokens: sent?.device,
    sessionKey: sent?.sessionKey,
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const unknownAddress = 'unknown'

/** The /24 of an IPv4 address, the /64 of an IPv6 one: a household or an office rather than a person. */
export function networkOf(ip: string): string {
  const address = bareAddress(ip)
  if (address === undefined) return unknownAddress
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${groupsOf(address).slice(0, 4).map(inHex).join(':')}::/64`
}

/**
 * The unit that limits by address count: an IPv4 address, or the /56 of an IPv6 one, which a provider assigns to one
 * household (RIPE-690). All values of a proxy that are not addresses count as one.
 */
export function countedAddress(ip: string): string {
  const address = bareAddress(ip)
  if (address === undefined) return unknownAddress
  if (isIPv4(address)) return address
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(address)
  return `${[first, second, third, fourth & 0xff00].map(inHex).join(':')}::/56`
}

export function isLoopbackAddress(ip: string): boolean {
  const address = bareAddress(ip)
  return address === '::1' || (address?.startsWith('127.') ?? false)
}

/** Whether an address of a connection is one of TRUST_PROXY. */
export function proxiesOf(trustProxy: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList()
  const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
  for (const range of trustProxy.flatMap((each) => (each === 'loopback' ? ['127.0.0.0/8', '::1'] : each))) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  // An IPv4 address mapped into IPv6 matches its own range.
  return (address) => proxies.check(address, familyOf(address))
}

/**
 * An address without the port, brackets and zone that some proxies add; an IPv4 address mapped into IPv6 as IPv4. Undefined
 * for any other text.
 */
function bareAddress(ip: string): string | undefined {
  // The usual case; the patterns below are slower.
  if (isIPv4(ip)) return ip
  const [, inBrackets, beforePort] = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? []
  const bare = (inBrackets ?? beforePort ?? ip).replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined
}

/** The eight groups of an IPv6 address as numbers, because the same group may be written 0db8 or DB8. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}

function inHex(group: number): string {
  return group.toString(16)
}
