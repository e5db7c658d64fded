import { parseCookie, stringifySetCookie } from 'cookie'
import { deviceSeconds } from '../../sessions/known-device.ts'
import { sessionKeyOf } from '../../sessions/session.ts'

/** The bank's cookies in a request. */
export type SentCookies = {
  readonly session: string | undefined
  /** The key the session is looked up by; undefined also for a malformed cookie. */
  readonly sessionKey: string | undefined
  readonly device: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Read once, when the request arrives. */
    sentCookies: SentCookies
  }
}

/** Reads the bank's two cookies and writes the headers that set and clear them. */
export type Cookies = {
  readonly sessionName: string
  readonly read: (header: string | undefined) => SentCookies
  readonly session: (token: string) => string
  readonly noSession: string
  readonly device: (tokens: string) => string
}

const noCookies: SentCookies = { session: undefined, sessionKey: undefined, device: undefined }

/** `isSecure` where the bank is reached by https: browsers then accept the cookies from this host over https only. */
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
    // Without an expiry: the browser deletes it when it closes, and the server ends the session sooner.
    session: (token) => stringifySetCookie({ name: sessionName, value: token, ...options }),
    noSession: stringifySetCookie({ name: sessionName, value: '', ...options, expires: new Date(0) }),
    device: (tokens) =>
      stringifySetCookie({ name: deviceName, value: tokens, ...options, maxAge: deviceSeconds }),
  }
}
