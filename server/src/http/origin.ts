import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../call.ts'
import { isOwnName } from './same-origin.ts'

/** Where a request comes from. What only few verbs ask for is found out when they do. */
export function originOf({ ip, headers, socket }: FastifyRequest, deviceTokens: string | undefined): Origin {
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
    deviceTokens,
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** The /24 of an IPv4 address, the /64 of an IPv6 one: a household or an office rather than a person. */
export function networkOf(ip: string): string {
  const v4 = plainV4(ip)
  if (v4 !== undefined) return `${v4.split('.').slice(0, 3).join('.')}.0/24`
  return `${firstGroups(ip, 4).join(':')}::/64`
}

/** What a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, which one household owns whole. */
export function countedAddress(ip: string): string {
  return plainV4(ip) ?? networkOf(ip)
}

export function isLoopbackAddress(ip: string): boolean {
  return ip === '::1' || (plainV4(ip)?.startsWith('127.') ?? false)
}

/** IPv4, also where a system writes it as IPv6. */
function plainV4(ip: string): string | undefined {
  const plain = ip.replace(/^::ffff:/i, '')
  return isIPv4(plain) ? plain : undefined
}

function firstGroups(ip: string, count: number): string[] {
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...gap, ...after].slice(0, count)
  // Proxies write the same group as 0db8 and as DB8.
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}
