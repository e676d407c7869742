CREATE TABLE "arrivals" (
	"minute" bigint NOT NULL,
	"service" text NOT NULL,
	"instance" text NOT NULL,
	"kind" text NOT NULL,
	"facts" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "arrivals_minute_service_instance_kind_pk" PRIMARY KEY("minute","service","instance","kind")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "minute_counts" (
	"measure" text NOT NULL,
	"minute" bigint NOT NULL,
	"service" text NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"extra" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "minute_counts_measure_minute_service_environment_name_extra_pk" PRIMARY KEY("measure","minute","service","environment","name","extra")
);
--> statement-breakpoint
CREATE TABLE "services" (
	"service" text PRIMARY KEY NOT NULL,
	"last_fact_at" bigint NOT NULL,
	"last_heartbeat_at" bigint
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"end_at" bigint NOT NULL,
	"service" text NOT NULL,
	"instance" text,
	"environment" text,
	"client_name" text,
	"verdict" text NOT NULL,
	"session" text NOT NULL,
	"delivery" text NOT NULL,
	"given" text NOT NULL,
	"owed" text NOT NULL,
	"claimed" text,
	"reasons" text[] NOT NULL,
	"notes" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"missing" text[] NOT NULL,
	"last_event_id" text,
	"status" integer,
	"replayed_count" double precision,
	"floor" double precision,
	"high_water" double precision,
	"trace_id" text NOT NULL,
	"episode" text,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "attempts_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "disturbances" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "disturbances_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"ended" text NOT NULL,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "episodes_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "executions" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"end_at" bigint NOT NULL,
	"service" text NOT NULL,
	"instance" text,
	"tool" text,
	"arguments_digest" text,
	"idempotency_key" text,
	"client_id" text,
	"client_address" text,
	"request_id" text,
	"trace_id" text NOT NULL,
	"deduplicated" boolean NOT NULL,
	"doubled" boolean NOT NULL,
	"error" text,
	"delivered_at" bigint,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "executions_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "incarnations" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"end_at" bigint,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "incarnations_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"at" bigint NOT NULL,
	"end_at" bigint NOT NULL,
	"origin" text,
	"request_id" text,
	"events" bigint NOT NULL,
	"floor" double precision,
	"high_water" double precision,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "streams_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "finding_sessions" (
	"shown_on" text NOT NULL,
	"session_key" text NOT NULL,
	"finding_id" text NOT NULL,
	CONSTRAINT "finding_sessions_shown_on_session_key_finding_id_pk" PRIMARY KEY("shown_on","session_key","finding_id")
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"session_key" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"severity_rank" smallint NOT NULL,
	"strength" text,
	"at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"repetitions" integer NOT NULL,
	"service" text NOT NULL,
	"environment" text,
	"client_name" text,
	"tool" text,
	"destructive" boolean NOT NULL,
	"stream_id" text,
	"request_id" text,
	"body" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "findings_session_key_id_pk" PRIMARY KEY("session_key","id")
);
--> statement-breakpoint
CREATE TABLE "triage" (
	"finding_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_opens" (
	"client_id" text NOT NULL,
	"session_key" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "client_opens_client_id_at_session_key_pk" PRIMARY KEY("client_id","at","session_key")
);
--> statement-breakpoint
CREATE TABLE "dirty" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"session_key" text NOT NULL,
	"from_at" bigint,
	"to_at" bigint,
	"facts" bigint NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "judge_failures" (
	"session_key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"not_before" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_questions" (
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"session_key" text NOT NULL,
	CONSTRAINT "session_questions_topic_subject_session_key_pk" PRIMARY KEY("topic","subject","session_key")
);
--> statement-breakpoint
CREATE TABLE "aliases" (
	"alias_key" text NOT NULL,
	"session_key" text NOT NULL,
	"first_at" bigint NOT NULL,
	CONSTRAINT "aliases_alias_key_session_key_pk" PRIMARY KEY("alias_key","session_key")
);
--> statement-breakpoint
CREATE TABLE "session_members" (
	"key" text PRIMARY KEY NOT NULL,
	"canonical_key" text NOT NULL,
	"first_at" bigint,
	"last_at" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"key" text PRIMARY KEY NOT NULL,
	"era" text NOT NULL,
	"service" text NOT NULL,
	"services" text[] NOT NULL,
	"instances" text[] NOT NULL,
	"environment" text,
	"protocol" text,
	"client_name" text,
	"client_version" text,
	"client_id" text,
	"first_seen" bigint NOT NULL,
	"last_seen" bigint NOT NULL,
	"fact_count" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"executions" integer NOT NULL,
	"verdicts" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"marks" jsonb NOT NULL,
	"lives" jsonb NOT NULL,
	"facets" text[] NOT NULL,
	"judged_at" timestamp with time zone NOT NULL,
	"horizon" bigint NOT NULL,
	"judge_again_at" bigint
);
--> statement-breakpoint
CREATE INDEX "attempts_by_session" ON "attempts" USING btree ("session_key","at","id");--> statement-breakpoint
CREATE INDEX "attempts_by_time" ON "attempts" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attempts_by_service" ON "attempts" USING btree ("service","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "attempts_by_trace" ON "attempts" USING btree ("trace_id");--> statement-breakpoint
CREATE INDEX "disturbances_by_session" ON "disturbances" USING btree ("session_key","at");--> statement-breakpoint
CREATE INDEX "executions_by_session" ON "executions" USING btree ("session_key","at","id");--> statement-breakpoint
CREATE INDEX "executions_by_call" ON "executions" USING btree ("service","tool","arguments_digest","at") WHERE "executions"."arguments_digest" is not null;--> statement-breakpoint
CREATE INDEX "executions_by_idempotency_key" ON "executions" USING btree ("service","tool","idempotency_key","at") WHERE "executions"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "executions_by_trace" ON "executions" USING btree ("trace_id");--> statement-breakpoint
CREATE INDEX "executions_by_request" ON "executions" USING btree ("request_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "finding_sessions_by_owner" ON "finding_sessions" USING btree ("session_key","finding_id");--> statement-breakpoint
CREATE INDEX "findings_by_id" ON "findings" USING btree ("id");--> statement-breakpoint
CREATE INDEX "findings_by_time" ON "findings" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "findings_by_kind" ON "findings" USING btree ("kind","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "findings_by_service" ON "findings" USING btree ("service","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "client_opens_by_session" ON "client_opens" USING btree ("session_key");--> statement-breakpoint
CREATE INDEX "dirty_by_session" ON "dirty" USING btree ("session_key");--> statement-breakpoint
CREATE INDEX "session_questions_by_session" ON "session_questions" USING btree ("session_key");--> statement-breakpoint
CREATE INDEX "aliases_by_session" ON "aliases" USING btree ("session_key");--> statement-breakpoint
CREATE INDEX "session_members_by_canonical" ON "session_members" USING btree ("canonical_key");--> statement-breakpoint
CREATE INDEX "sessions_by_last_seen" ON "sessions" USING btree ("last_seen" DESC NULLS LAST,"key" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_by_first_seen" ON "sessions" USING btree ("first_seen" DESC NULLS LAST,"key" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_by_service" ON "sessions" USING btree ("service","last_seen" DESC NULLS LAST,"key" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_by_facet" ON "sessions" USING gin ("facets");--> statement-breakpoint
CREATE INDEX "sessions_due" ON "sessions" USING btree ("judge_again_at") WHERE "sessions"."judge_again_at" is not null;