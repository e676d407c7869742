/** The answer to `npm start -- --help`. */
export const HELP = `npm start

Installs, builds, starts the database, the collector and the web, and says where they are.
Everything is set by environment variables; unknown SEAMARK_ names are errors.

  SEAMARK_WEB_PORT            port of the pages and the API (4300)
  SEAMARK_OTLP_HTTP_PORT      port for OTLP over HTTP (4318)
  SEAMARK_OTLP_GRPC_PORT      port for OTLP over gRPC (4317; reserved, not served yet)
  SEAMARK_HOST                loopback address to listen on (127.0.0.1)
  SEAMARK_DATA_DIR            data, key and logs (.seamark)
  DATABASE_URL                a Postgres of your own, 14 to 18, instead of the embedded one
  SEAMARK_SECRET_KEY          key that session ids are hashed with; needed with DATABASE_URL
  SEAMARK_SESSION_IDS         hashed or raw (hashed)
  SEAMARK_RETENTION_DAYS      facts older than this many days are not taken in (30)
  SEAMARK_MAX_BODY_MIB        limit of one OTLP request after inflating, at most 64 (16)
  SEAMARK_CORS_ORIGINS        origins that may send OTLP from a browser, separated by commas
  SEAMARK_TRACE_URL_TEMPLATE  link to a trace in another tool, with {traceId} in it
  SEAMARK_LOG_LEVEL           trace, debug, info, warn, error, fatal or silent (info)

A second copy on one machine: SEAMARK_DATA_DIR=.other SEAMARK_WEB_PORT=5300 SEAMARK_OTLP_HTTP_PORT=5318 npm start
Errors and what to do: docs/errors.md`;
