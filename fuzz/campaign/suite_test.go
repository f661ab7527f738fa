package campaign_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestCampaign(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "campaign")
}
