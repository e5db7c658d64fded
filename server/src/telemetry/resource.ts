import { randomUUID } from 'node:crypto'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import type { TelemetrySettings } from '../config/config-telemetry.ts'
import { version } from '../config/version.ts'

/** What measures, for both traces and metrics. */
export const scope = { name: 'truepenny', version }

// Tells the processes of one bank apart.
const instanceId = randomUUID()

/** This process, as the collector sees it. */
export function resourceOf({ serviceName }: TelemetrySettings): Resource {
  return resourceFromAttributes({
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': instanceId,
  })
}
