import type { Metadata } from 'next';
import { SessionScreen } from '../../_screens/SessionScreen.tsx';
import { services } from '../../_server/services.ts';

interface SessionPageProps {
  readonly params: Promise<{ readonly id: string }>;
}

const LABEL_LENGTH = 8;
/** A hash of a session id, or a trace. */
const KEY = /^(?:[a-z2-7]{26}|t:[0-9a-f]{32})$/;

export async function generateMetadata({ params }: SessionPageProps): Promise<Metadata> {
  const id = decodeURIComponent((await params).id);
  // What is no key may be a raw session id: it is not repeated.
  return { title: KEY.test(id) ? `Session ${id.slice(0, LABEL_LENGTH)}…` : 'No such session' };
}

export default async function SessionPage({ params }: SessionPageProps) {
  const { id } = await params;
  return <SessionScreen id={decodeURIComponent(id)} traceUrlTemplate={services().traceUrlTemplate} />;
}
