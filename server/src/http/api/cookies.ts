import { parseCookie, stringifySetCookie } from 'cookie'
import { deviceSeconds } from '../../sessions/known-device.ts'
import { sessionKeyOf } from '../../sessions/session.ts'

/** The bank's cookies in a request. */
export type SentCookies = {
  readonly session: string | undefined
  /** What the session is looked up as; undefined also for what can be no cookie of ours. */
  readonly sessionKey: string | undefined
  readonly device: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Read once, when the request arrives. */
    sentCookies: SentCookies
  }
}

/** The bank's two cookies in a request, and the headers that set and take them back. */
export type Cookies = {
  /** What the session's cookie is called. */
  readonly sessionName: string
  readonly read: (header: string | undefined) => SentCookies
  readonly session: (token: string) => string
  readonly noSession: string
  readonly device: (tokens: string) => string
}

const noCookies: SentCookies = { session: undefined, sessionKey: undefined, device: undefined }

/**
 * `isSecure` where people reach the bank by https: the names' prefix makes browsers refuse the cookies from anywhere
 * else. On this machine alone they go without.
 */
export function openCookies(isSecure: boolean): Cookies {
  const sessionName = isSecure ? '__Host-sid' : 'sid'
  const deviceName = isSecure ? '__Host-device' : 'device'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  return {
    sessionName,
    read(header) {
      if (header === undefined) return noCookies
      const found = parseCookie(header)
      const session = found[sessionName]
      const sessionKey = session === undefined ? undefined : sessionKeyOf(session)
      return { session, sessionKey, device: found[deviceName] }
    },
    // Without an expiry: it ends with the browser, and the server ends it sooner.
    session: (token) => stringifySetCookie({ name: sessionName, value: token, ...options }),
    noSession: stringifySetCookie({ name: sessionName, value: '', ...options, expires: new Date(0) }),
    device: (tokens) =>
      stringifySetCookie({ name: deviceName, value: tokens, ...options, maxAge: deviceSeconds }),
  }
}
