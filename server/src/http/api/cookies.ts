import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie'
import type { GatewaySettings } from '../../config/config-gateway.ts'
import { gatewayPath } from '../../gateway/gateway-route.ts'
import { deviceSeconds } from '../../sessions/known-device.ts'
import { sessionKeyOf } from '../../sessions/session.ts'

// With this prefix a browser accepts a cookie from this host only, over https only, and with this path.
const hostPrefix = '__Host-'
const hostPath = '/'

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

/** The cookies of the bank's own pages. `isSecure` where the bank is reached by https. */
export function openCookies(isSecure: boolean): Cookies {
  const prefix = isSecure ? hostPrefix : ''
  const options = { path: hostPath, sameSite: 'strict', secure: isSecure } as const
  return namedCookies({ session: `${prefix}sid`, device: `${prefix}device`, options })
}

/**
 * The cookies of the hosted backend's clients, whose session cookie has the project in its name. Their pages may be on hosts beside
 * the bank's, which must not be able to replace the cookie.
 */
export function openGatewayCookies({ project, cookies }: GatewaySettings, isSecure: boolean): Cookies {
  const isCrossSite = cookies === 'cross-site'
  const prefix = isSecure ? hostPrefix : ''
  const options = {
    path: isSecure ? hostPath : gatewayPath,
    sameSite: isCrossSite ? 'none' : 'strict',
    secure: isSecure,
    partitioned: isCrossSite,
  } as const
  return namedCookies({
    session: `${prefix}a_session_${project}`,
    device: `${prefix}a_device_${project}`,
    options,
  })
}

function namedCookies({
  session: sessionName,
  device: deviceName,
  options,
}: {
  session: string
  device: string
  options: Pick<SetCookie, 'path' | 'sameSite' | 'secure' | 'partitioned'>
}): Cookies {
  const set = (cookie: SetCookie) => stringifySetCookie({ ...options, httpOnly: true, ...cookie })
  return {
    sessionName,
    read(header) {
      if (header === undefined) return noCookies
      const found = parseCookie(header)
      return sentCookies(found[sessionName], found[deviceName])
    },
    // Without an expiry: the browser deletes it when it closes, and the server ends the session sooner.
    session: (token) => set({ name: sessionName, value: token }),
    noSession: set({ name: sessionName, value: '', expires: new Date(0) }),
    device: (tokens) => set({ name: deviceName, value: tokens, maxAge: deviceSeconds }),
  }
}

/** The cookies with these values. */
export function sentCookies(session: string | undefined, device: string | undefined): SentCookies {
  return { session, sessionKey: session === undefined ? undefined : sessionKeyOf(session), device }
}
