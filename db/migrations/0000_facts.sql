-- Written by hand: drizzle-kit knows no partitions. The columns are declared in db/schema/facts.ts.
-- One partition a UTC day, a range of nanoseconds since the Unix epoch; made ahead and on demand
-- (db/partitions.ts), dropped by retention.
CREATE TABLE "facts" (
	"session_key" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"fact_id" text COLLATE "C" NOT NULL,
	"end_at" bigint NOT NULL,
	"kind" text NOT NULL,
	"identified" boolean NOT NULL,
	"observer" text NOT NULL,
	"service" text NOT NULL,
	"instance" text,
	"service_version" text,
	"environment" text,
	"trace_id" text NOT NULL,
	"span_id" text NOT NULL,
	"parent_span_id" text,
	"scope" text,
	"protocol" text,
	"incarnation" text,
	"client_name" text,
	"client_version" text,
	"client_id" text,
	"client_address" text,
	"stream_id" text,
	"origin" text,
	"sequence" text,
	"stream_request_id" text,
	"connection_id" text,
	"event_id" text,
	"ordinal" double precision,
	"event_kind" text,
	"request_id" text,
	"method" text,
	"tool" text,
	"digest" text,
	"detail" json,
	"attributes" json NOT NULL,
	CONSTRAINT "facts_pk" PRIMARY KEY ("session_key", "at", "fact_id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
-- Answers "which other session emitted this event id?". Bare numbers say nothing across sessions and are
-- left out; eight bytes of a hash keep the cost of writing low whatever the ids look like.
CREATE INDEX "facts_by_emitted_event" ON "facts" (hashtextextended("event_id", 0))
	WHERE "kind" = 'emit' AND "event_id" !~ '^[0-9]+$';
