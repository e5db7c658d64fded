import { parseCookie, stringifySetCookie } from 'cookie'
import { deviceSeconds } from '../sessions/known-device.ts'

/** The bank's two cookies in a request, and the headers that set and take them back. */
export type Cookies = {
  /** What the session's cookie is called. */
  readonly sessionName: string
  readonly read: (header: string | undefined) => { session: string | undefined; device: string | undefined }
  readonly session: (token: string) => string
  readonly noSession: string
  readonly device: (tokens: string) => string
}

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
      if (header === undefined) return { session: undefined, device: undefined }
      const found = parseCookie(header)
      return { session: found[sessionName], device: found[deviceName] }
    },
    // Without an expiry: it ends with the browser, and the server ends it sooner.
    session: (token) => stringifySetCookie({ name: sessionName, value: token, ...options }),
    noSession: stringifySetCookie({ name: sessionName, value: '', ...options, expires: new Date(0) }),
    device: (tokens) =>
      stringifySetCookie({ name: deviceName, value: tokens, ...options, maxAge: deviceSeconds }),
  }
}
