import type { TestBank } from './bank.ts'
import { password } from './bank.ts'

export const gatewayProject = 'truepenny'
export const gatewayOrigin = 'https://app.example'

/** The settings of a bank that answers the hosted backend's calls. */
export const gateway = {
  project: gatewayProject,
  origins: [gatewayOrigin],
  cookies: 'same-site',
  settingsCollection: 'settings',
} as const

type Sent = {
  headers?: Readonly<Record<string, string | undefined>>
  payload?: string | object | Buffer
  /** As a browser that keeps its cookies. */
  jar?: CookieJar
}

/** Cookies by their names. */
export type CookieJar = Map<string, string>

/** Sends calls of the hosted backend to a bank. */
export function openGatewayDoor({ app }: Pick<TestBank, 'app'>) {
  async function send(method: string, path: string, { headers, payload, jar }: Sent = {}) {
    const sent = {
      origin: gatewayOrigin,
      'x-appwrite-project': gatewayProject,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(jar && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...headers,
    }
    const response = await app.inject({
      method: method as 'GET',
      url: `/v1${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      ...(payload !== undefined && { payload }),
    })
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) jar?.set(name, value)
      else jar?.delete(name)
    }
    const isJson =
      response.body !== '' && response.headers['content-type']?.toString().startsWith('application/json')
    const body = isJson ? response.json() : response.body
    return { status: response.statusCode, headers: response.headers, body, bytes: response.rawPayload }
  }

  /** Signs a person in, and gives the browser's cookies. */
  async function signIn(email: string): Promise<CookieJar> {
    const jar: CookieJar = new Map()
    const { status, body } = await send('POST', '/account/sessions/email', {
      jar,
      payload: { email, password },
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return jar
  }

  return { send, signIn }
}
