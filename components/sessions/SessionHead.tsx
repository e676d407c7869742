import type { ReactNode } from 'react';
import { CopyButton } from '#components/ui/CopyButton.tsx';
import { Lead } from '#components/ui/Lead.tsx';
import { Time } from '#components/ui/Time.tsx';
import type { SessionDetail } from '#domain/api-types.ts';
import { sessionLead } from '#domain/words-info/session-lead.ts';

interface SessionHeadProps {
  readonly session: SessionDetail;
  /** Stands at the right end of the first line. */
  readonly action: ReactNode;
}

/** Which session this is, and the one sentence that is said first. */
export function SessionHead({ session, action }: SessionHeadProps) {
  const lead = sessionLead(session);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1>
          Session{' '}
          <span className="font-mono text-[15px]" title={session.id}>
            {session.label}…
          </span>{' '}
          <CopyButton text={session.id} name="the hash of the session id" />
        </h1>
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {partsOf(session).join(' · ')} · <Time iso={session.firstSeen} form="seconds" /> –{' '}
          <Time iso={session.lastSeen} form="seconds" /> <Time iso={session.lastSeen} form="zone" />,{' '}
          <Time iso={session.lastSeen} form="day" />
        </p>
        <div>{action}</div>
      </div>
      <div className="my-3">
        <Lead colour={lead.colour}>
          <strong className="font-[620]">{lead.strong}</strong> {lead.rest.join(' ')}
        </Lead>
      </div>
      {session.dirty ? (
        <p className="mb-2 text-sm text-muted">New facts are being judged; this page follows.</p>
      ) : null}
    </>
  );
}

function partsOf(session: SessionDetail): readonly string[] {
  const client = [session.clientName, session.clientVersion].filter((part) => part !== null).join(' ');
  const services = session.services.length > 1 ? session.services.join(', ') : session.service;
  const protocol = session.protocol === null ? undefined : `protocol ${session.protocol}`;
  return [services, client, protocol, session.environment ?? undefined].filter(
    (part): part is string => part !== undefined && part !== '',
  );
}
