import type { FastifyInstance } from 'fastify'
import { gatewayPath } from '../src/gateway/gateway-route.ts'

// Answered with `general_route_not_found`.
const unknownPaths = new Set([gatewayPath, `${gatewayPath}/`, `${gatewayPath}/*`])

/** The methods and paths under `/v1`, from the router's tree. */
export function callsRouted(app: FastifyInstance): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', piece = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      above.splice(indent.length / 4, Number.POSITIVE_INFINITY, piece)
      const path = above.join('')
      if (!path.startsWith(gatewayPath) || unknownPaths.has(path)) return []
      const answered = methods.split(', ').filter((method) => method && !['HEAD', 'OPTIONS'].includes(method))
      return answered.map((method) => `${method} ${path.slice(gatewayPath.length)}`)
    })
}

const error = ['code', 'message', 'type', 'version']
const meta = ['$collectionId', '$createdAt', '$databaseId', '$id', '$permissions', '$updatedAt']

/** The attributes of each kind of answer. */
export const gatewayShapes = {
  error,
  empty: [],
  'passcode document': meta,
  picture: ['data'],
  user: [
    ...[
      '$createdAt',
      '$id',
      '$updatedAt',
      'accessedAt',
      'email',
      'emailVerification',
      'labels',
      'mfa',
      'name',
    ],
    ...['passwordUpdate', 'phone', 'phoneVerification', 'prefs', 'registration', 'status', 'targets'],
  ],
  session: [
    ...['$createdAt', '$id', '$updatedAt', 'clientCode', 'clientEngine', 'clientEngineVersion', 'clientName'],
    ...['clientType', 'clientVersion', 'countryCode', 'countryName', 'current', 'deviceBrand', 'deviceModel'],
    ...['deviceName', 'expire', 'factors', 'ip', 'mfaUpdatedAt', 'osCode', 'osName', 'osVersion', 'provider'],
    ...['providerAccessToken', 'providerAccessTokenExpiry', 'providerRefreshToken', 'providerUid', 'secret'],
    'userId',
  ],
  list: ['documents', 'total'],
  'transaction document': [...meta, 'amount', 'description', 'id', 'status', 'transactionId', 'type'],
  'user document': [
    ...meta,
    ...['account_number', 'account_type', 'avatar', 'balance', 'city', 'country', 'currency', 'dob', 'email'],
    ...['employment_status', 'gender', 'isActive', 'isAdmin', 'name', 'password', 'phone', 'state', 'street'],
    ...['userId', 'zip'],
  ],
} satisfies Record<string, readonly string[]>
