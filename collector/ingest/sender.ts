import {
  ATTR_DEPLOYMENT_ENVIRONMENT_NAME,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '#semconv';
import type { OtlpAttributes } from '../otlp/batch.ts';
import type { Sender } from './candidate.ts';
import type { Sanitiser } from './sanitise.ts';

/** What OpenTelemetry's SDKs say where no name was given. */
const UNKNOWN_SERVICE = 'unknown_service';
/** The name of the environment before it became `deployment.environment.name`. */
const OLDER_ENVIRONMENT = 'deployment.environment';

/** Who sent a group, from its resource. */
export function senderOf(resource: OtlpAttributes, sanitiser: Sanitiser): Sender {
  const read = (key: string): string | undefined => {
    const value = resource.get(key);
    if (typeof value === 'string') return value === '' ? undefined : sanitiser.text(value);
    return typeof value === 'number' ? String(value) : undefined;
  };
  return {
    service: read(ATTR_SERVICE_NAME) ?? UNKNOWN_SERVICE,
    instance: read(ATTR_SERVICE_INSTANCE_ID),
    serviceVersion: read(ATTR_SERVICE_VERSION),
    environment: read(ATTR_DEPLOYMENT_ENVIRONMENT_NAME) ?? read(OLDER_ENVIRONMENT),
  };
}
