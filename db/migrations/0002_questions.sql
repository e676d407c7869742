ALTER TABLE "session_questions" ADD COLUMN "from_at" bigint;--> statement-breakpoint
ALTER TABLE "session_questions" ADD COLUMN "to_at" bigint;--> statement-breakpoint
ALTER TABLE "session_members" ADD COLUMN "facts" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- By hand: a search by the first characters of a key goes by an index in every locale.
CREATE INDEX "session_members_by_prefix" ON "session_members" ("key" text_pattern_ops);
