-- Whose a prescription is: the usual data schemes ask for it, in the order of the lists.
create index prescription_creator on prescription.prescription (org_id, creator_id, dp_date, id);
create index prescription_worker on prescription.prescription (org_id, worker_id, dp_date, id);
